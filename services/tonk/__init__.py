"""Tonk: knock rummy for two to four seats."""
