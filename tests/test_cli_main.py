"""The program as a whole: whatever goes wrong ends with a sentence and a status, never a traceback."""

from __future__ import annotations

import pytest

from arboretum import cli


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (FileNotFoundError(2, "No such file or directory", "deck.txt"), "No such file or directory: deck.txt"),
        (OSError("the tape is torn"), "the tape is torn: the output"),
        (TimeoutError(), "TimeoutError: the output"),
    ],
)
def test_an_error_of_the_machine_is_told_even_where_it_has_no_words(
    error: OSError, sentence: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(cli, "commands", fail)
    monkeypatch.setattr("os.dup2", lambda *_: None)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 1
    assert capfd.readouterr().err == f"arboretum: {sentence}\n"
