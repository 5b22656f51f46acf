"""The style sheet: what Qt paints itself takes the colours of a theme too."""

from __future__ import annotations

from typing import Final

from gui.look.theme import Theme

_SHEET: Final = """
* {{ outline: 0; }}
QFrame#hairline {{ background: {line}; border: none; }}
QSplitter::handle {{ background: {line}; }}
QToolTip {{
    background: {tooltip}; color: {tooltip_ink}; border: 1px solid {tooltip}; border-radius: 6px;
    padding: 4px 7px; font: 12px "Inter";
}}
QMenu {{
    background: {raised}; color: {ink}; border: 1px solid {line_strong}; border-radius: 8px;
    padding: 4px; font: 13px "Inter";
}}
QMenu::item {{ padding: 6px 16px 6px 12px; border-radius: 5px; }}
QMenu::item:selected {{ background: {hover}; }}
QMenu::item:disabled {{ color: {disabled}; background: transparent; }}
QMenu::separator {{ height: 1px; background: {line}; margin: 4px 8px; }}
QPlainTextEdit {{
    background: transparent; border: none; color: {ink};
    selection-background-color: {pressed}; selection-color: {ink}; placeholder-text-color: {ink3};
}}
QLineEdit {{
    background: {raised}; color: {ink}; border: 1px solid {line_strong}; border-radius: 6px; padding: 4px 10px;
    selection-background-color: {pressed}; selection-color: {ink}; placeholder-text-color: {ink3};
}}
QLineEdit:focus {{ border: 2px solid {focus}; padding: 3px 9px; }}
QLineEdit:disabled {{ background: transparent; border-color: {btn_line}; color: {disabled}; }}
QPushButton {{
    background: {raised}; color: {ink}; border: 1px solid {btn_line}; border-radius: 6px; padding: 4px 10px;
    min-height: 18px; font-weight: 500;
}}
QPushButton:hover {{ background: {hover}; }}
QPushButton:pressed {{ background: {pressed}; }}
QPushButton:focus {{ border: 2px solid {focus}; padding: 3px 9px; }}
QPushButton:disabled {{ background: transparent; color: {disabled}; }}
QScrollBar {{ background: transparent; border: none; margin: 0; }}
QScrollBar:vertical {{ width: 10px; }}
QScrollBar:horizontal {{ height: 10px; }}
QScrollBar::handle {{ background: {line_strong}; border-radius: 3px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 24px; }}
QScrollBar::handle:horizontal {{ min-width: 24px; }}
QScrollBar::handle:hover {{ background: {control_border}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""


def sheet(theme: Theme) -> str:
    """The style sheet of the whole window in one theme."""
    return _SHEET.format_map({role: colour.name() for role, colour in theme.roles.items()})
