"""
The teacher: what the decisions of a recorded game were worth, where it turned, and where the points went.

It takes a finished record, or one as far as it goes; it never looks into a running game.
"""

from arboretum.analysis.analyse import analysed
from arboretum.analysis.json_form import analysis_json
from arboretum.analysis.model import Analysis

__all__ = ["Analysis", "analysed", "analysis_json"]
