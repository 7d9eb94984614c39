"""
What the driver of a match sends to the nodes of a cluster.

It is sent as code, not by name: it says what is wrong also where this package is of another version, or is not
there. So it imports everything inside, and answers in plain values.
"""

from __future__ import annotations

from typing import Any


def errand(order: dict[str, Any], numbers: tuple[int, ...]) -> dict[str, Any]:
    """Play deals on a node. The answer has `refused`, `other` or `played`, and the name of the node as `host`."""
    import platform

    answer: dict[str, Any] = {"host": platform.node()}
    try:
        import arboretum
        from arboretum.arena.versions import fingerprint
    except ImportError as error:
        return answer | {"other": {"arboretum": "", "code": str(error)}}
    ours = {"arboretum": arboretum.__version__, "code": fingerprint()}
    if ours != order["made"]:
        return answer | {"other": ours}
    from arboretum.arena.node import play

    return answer | play(order, numbers)
