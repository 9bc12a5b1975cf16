"""What programs that play backgammon are asked, and how their answers are read. An opinion is no ruling."""
