"""Ways in which people look: light and dark, large and small, with colours of their own, with fewer colours."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page

DESK: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
"""A telephone of middle size."""

VARIANTS: Final[dict[str, dict[str, Any]]] = {
    "light": DESK | {"color_scheme": "light"},
    "dark": DESK | {"color_scheme": "dark"},
    "phone": PHONE | {"color_scheme": "light"},
    "phone-dark": PHONE | {"color_scheme": "dark"},
    "german": DESK | {"locale": "de-DE"},
    "german-phone": PHONE | {"locale": "de-DE"},
    # A window of 1280 by 800 at 200 %, and one of 1280 by 1024 at 400 %.
    "zoom": {"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2},
    "reflow": {"viewport": {"width": 320, "height": 256 * 2}, "device_scale_factor": 2},
    "forced": DESK | {"forced_colors": "active", "color_scheme": "dark"},
    "forced-light": DESK | {"forced_colors": "active", "color_scheme": "light"},
    "contrast": DESK | {"contrast": "more"},
}

DEFICIENCIES: Final = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")
"""The four ways to see fewer colours."""


def context(browser: Browser, base_url: str, variant: str = "light", **more: Any) -> BrowserContext:  # noqa: ANN401
    """Somebody new who looks in one of these ways, or with a deficiency."""
    how = VARIANTS.get(variant, DESK)
    made = browser.new_context(**({"base_url": base_url, "reduced_motion": "reduce"} | how | more))
    if variant in DEFICIENCIES:
        made.on("page", lambda page: see_less(page, variant))
    return made


def see_less(page: Page, deficiency: str) -> None:
    """Show a page as somebody with a deficiency sees it."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": deficiency})
