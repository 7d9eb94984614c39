"""The protocol of the public tournament Hackaranda, both ways: to play there, and to let its bots play here."""
