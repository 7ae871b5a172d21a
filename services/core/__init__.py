"""What every game service shares. Nothing below this package knows a game."""
