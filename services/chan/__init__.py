"""Chắn: pairs from the hundred-card pack, four seats."""
