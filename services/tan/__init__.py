"""Tấn: attack and defence for two to four seats."""
