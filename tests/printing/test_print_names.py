"""Names on a score sheet: those that the font has, and the seats of the others."""

from __future__ import annotations

import pypdfium2

from companion.printing.score_sheet import ScoreSheet, SheetRow, score_sheet_pdf


def test_a_name_that_the_font_has_not_is_the_players_seat() -> None:
    players = ("Zoë", "\u540d\u524d", "\u540d", "O\u2019Hara")
    rows = (SheetRow("Round 1", ("1", "2", "3", "4"), "\u540d\u524d out first"),)
    pdf = pypdfium2.PdfDocument(score_sheet_pdf(ScoreSheet("Zangle", "so far", players, rows)))
    text = pdf[0].get_textpage().get_text_bounded()
    pdf.close()
    for told in ("Zoë", "Player 2", "Player 3", "O\u2019Hara", "Player 2 out first"):
        assert told in text
