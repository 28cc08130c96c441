"""Analyse studies and write what is made of them: pages, tables, the screen, one section."""

import json

from reports import index, kinds, text
from simkit.analysis import load


def find(folders, out, record=None):
    """Analyse one folder or several."""
    return index.find([load(folder) for folder in (folders if isinstance(folders, list) else [folders])], out, record)


def write_page(folders, out):
    return index.write(find(folders, out), out)[0]


def write_tables(folders, out):
    """Write the files of studies; returns the CSV files by name of the table."""
    _, written = index.write(find(folders, out), out)
    return {path.stem: path for done in written for path in done.page.parent.glob("*.csv")}


def screen(folder):
    return text.render(kinds.find(load(folder), "x"))


def section(study, label):
    return kinds.section(kinds.find(study, label))


def changed(folder, change):
    """Rewrite the manifest of a folder."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    change(manifest)
    path.write_text(json.dumps(manifest))
    return folder
