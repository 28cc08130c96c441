"""Pages, charts, tables and text for people: reads rows through `simkit.analysis` only."""
