"""Follow every internal link of the built documentation.

python tools/release/check_site.py site
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The links of a page, and its link targets."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect an element's link and id."""
        for name, value in attrs:
            if name in ("href", "src") and value and not (tag == "link" and value == "#"):
                self.links.add(value)
            if name == "id" and value:
                self.places.add(value)


def broken_links(site: Path) -> list[str]:
    """A sentence for every broken link."""
    pages = {file: Page(file.read_text(encoding="utf-8")) for file in site.rglob("*.html")}
    found = []
    for file, page in sorted(pages.items()):
        for link in sorted(page.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            target = target / "index.html" if target.is_dir() else target
            place = unquote(parts.fragment)
            if not target.is_file():
                found.append(f"{file.relative_to(site)} links to {link}, which is not there.")
            elif place and target in pages and place not in pages[target].places:
                found.append(f"{file.relative_to(site)} links to {link}: no such place there.")
    return found


def main() -> None:
    """Print what is broken, or how many links were checked."""
    site = Path(sys.argv[1]).resolve()
    if broken := broken_links(site):
        sys.exit("\n".join(broken))
    print(f"{len(list(site.rglob('*.html')))} pages in {site.name}/, every link leads somewhere")


if __name__ == "__main__":
    main()
