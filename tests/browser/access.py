"""What every screen must pass: no complaints from axe, valid nesting, unique ids."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES = {"rules": {"label-content-name-mismatch": {"enabled": True}}}
"""Beside axe's own choice: a control's accessible name holds the words that are shown on it."""

HEADINGS = "h1, h2, h3, h4, h5, h6"
PHRASING = f"span, b, i, em, strong, small, sup, kbd, label, button, p, {HEADINGS}, dt"
BLOCKS = (
    "div, p, ul, ol, li, dl, table, section, article, aside, header, footer, main, nav, form, "
    f"fieldset, details, figure, hr, {HEADINGS}"
)
FAULTS = """([phrasing, blocks]) => {
  const controls = 'a[href], button, input, select, textarea, label, summary';
  const shown = (one) => `<${one.localName} class="${one.getAttribute('class') ?? ''}">`;
  const faults = new Set();
  for (const inner of document.querySelectorAll('body *')) {
    const outer = inner.parentElement;
    const around = outer.closest(phrasing);
    if (around && inner.matches(blocks)) faults.add(`${shown(inner)} in ${shown(around)}`);
    const control = outer.closest('a[href], button, summary');
    if (control && inner.matches(controls)) faults.add(`${shown(inner)} in ${shown(control)}`);
    if (outer.matches('ul, ol') !== inner.matches('li') && !inner.matches('template')) {
      faults.add(`${shown(inner)} in ${shown(outer)}`);
    }
  }
  const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
  for (const [i, id] of ids.entries()) if (ids.indexOf(id) < i) faults.add(`the id ${id} twice`);
  return [...faults];
}"""
"""What HTML does not allow in what is on the page now."""


def expect_access(page: Page) -> None:
    """Check that everybody can use the page."""
    page.wait_for_timeout(400)  # what fades in is transparent at first
    assert page.evaluate(FAULTS, [PHRASING, BLOCKS]) == []
    found = Axe().run(page, options=RULES)
    assert found.violations_count == 0, found.generate_report()
