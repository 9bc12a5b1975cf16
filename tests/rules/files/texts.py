"""A match of two games as several programs write it.

Ann passes a double in the first game. In the second, the Crawford game, Bob resigns a gammon.
"""

MAT = """ 2 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                      64: 24/18 13/9
  2) 65: 13/7* 13/8                   31: 25/24 9/6
  3) 43: 24/20 13/10                   Doubles => 2
  4)  Drops
                                     Wins 1 point

 Game 2
 Ann : 0                        Bob : 1
  1)                                  52: 13/8 24/22
  2) 66: 24/18 24/18 13/7 13/7        44: 24/20 13/9 13/9 13/9
  3) 55: 8/3* 8/3 6/1 6/1              Resigns
      Wins 2 points
"""

OLDMOVES = """> oldmoves
Score is 0-0 in a 2 point match.
Ann is X - Bob is O
X: (3 1) 8-5 6-5
O: (6 4) 1-7 12-16
X: (6 5) 13-7 13-8
O: (3 1) bar-1 16-19
X: (4 3) 24-20 13-10
O: doubles
X: rejects
O: wins 1 point

Score is 0-1 in a 2 point match.
Ann is X - Bob is O
O: (5 2) 12-17 1-3
X: (6 6) 24-18 24-18 13-7 13-7
O: (4 4) 1-5 12-16 12-16 12-16
X: (5 5) 8-3 8-3 6-1 6-1
O: wants to resign. X will win 2 points.
X: accepts
X: wins 2 points
"""

SGG = """Hall 3
Saturday March 7, 2026

Ann vs. Bob

Jacoby: No
Automatic Doubles: No
Crawford: Yes
Variant: Backgammon
Match Length: 2

Game 1.0-0/2
1\t31:
1\t31: 8/5, 6/5
1\t\t64:
1\t\t64: 24/18, 13/9
2\t65:
2\t65: 13/7*, 13/8
2\t65: 13/7*, 13/8
2\t\t31:
2\t\t31: bar/24, 9/6
3\t43:
3\t43: 24/20, 13/10
3\t\tDouble to 2
4\tPass
Bob wins 1 point.

Game 2.0-1*/2
1\t\t52:
1\t\t52: 13/8, 24/22
2\t66:
2\t66: 24/18, 24/18, 13/7, 13/7
2\t\t44:
2\t\t44: 24/20, 13/9, 13/9, 13/9
3\t55:
3\t55: 8/3*, 8/3, 6/1, 6/1
3\t\tResign
Ann wins 2 points.
"""

GNU_TEXT = """The score (after 0 games) is: Ann 0, Bob 0 (match to 2 points)

Match Information:
Date: 07/03/26

Move number 1:  Ann to play 31

 GNU Backgammon  Position ID: 4HPwATDgc/ABMA

* Ann moves 8/5 6/5

Rolled 31:
*    1. Cubeful 0-ply    8/5 6/5                      Eq.: +0.158
     2. Cubeful 0-ply    24/20                        Eq.: -0.020 ( -0.178)

Move number 2:  Bob to play 64

* Bob moves 24/18 13/9

Move number 3:  Ann to play 65

* Ann moves 13/7* 13/8

Move number 4:  Bob to play 31

* Bob moves bar/24 9/6

Move number 5:  Ann to play 43

* Ann moves 24/20 13/10

Move number 6:  Bob on roll, cube decision?

* Bob doubles

Move number 7:  Bob doubles to 2

* Ann rejects

Bob wins 1 point

Game statistics for game 1

Player                                   Ann                      Bob

The score (after 1 game) is: Ann 0, Bob 1 (match to 2 points), Crawford game

Move number 1:  Bob to play 52

* Bob moves 13/8 24/22

Move number 2:  Ann to play 66

* Ann moves 24/18(2) 13/7(2)

Move number 3:  Bob to play 44

* Bob moves 24/20 13/9(3)

Move number 4:  Ann to play 55

* Ann moves 8/3*(2) 6/1(2)

Move number 5:  Bob to play 21

Ann wins 2 points
"""
