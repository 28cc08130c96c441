"""Play all playthroughs again and write them down: ``python -m tests.playthroughs``. The difference is what a change of rules did."""

from tests.playthroughs.golden import playthroughs

for playthrough in playthroughs():
    playthrough.file.write_text(playthrough.play(), encoding="utf-8")
    print(playthrough.file.name)
