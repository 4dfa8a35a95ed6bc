"""One small module per command, and what they share: places, report files, the terminal."""
