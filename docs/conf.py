"""How the site is built out of this folder: `make docs`."""

from rumpus import __version__

project, version, release = "Rumpus", __version__, __version__
copyright = ""  # noqa: A001  (Sphinx wants this name)
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
exclude_patterns = ["conf.py"]
myst_heading_anchors = 3
suppress_warnings = ["myst.header"]

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
add_module_names = False
nitpick_ignore_regex = [
    ("py:.*", r"(numpy|pathlib|collections|rumpus\.language\.(program|ruleset))\..*")
]
"""Types of others, and of parts that the reference leaves out."""

html_theme = "furo"
html_title = "Rumpus"
html_static_path = ["site"]
html_css_files = ["rumpus.css"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_theme_options = {
    "sidebar_hide_name": False,
    "light_css_variables": {
        "color-brand-primary": "#b3541e",
        "color-brand-content": "#a04a18",
        "font-stack": "system-ui, sans-serif",
    },
    "dark_css_variables": {"color-brand-primary": "#f2a65a", "color-brand-content": "#f2a65a"},
}
