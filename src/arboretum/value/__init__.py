"""The learned value of a position: what a seat sees, as numbers, and the network that was trained on them."""
