"""The match equity table of Kit Woolsey, 15 points.

Copyright (C) 1992 Kit Woolsey

First published in Inside Backgammon magazine, Volume 2, Number 2, March-April 1992. Transcribed for use by GNUbg by
Joern Thyssen.

Copying and distribution of this file, with or without modification, are permitted in any medium without
royalty provided the copyright notice and this notice are preserved. This file is offered as-is, without any
warranty.

Modified for this library: written as Python numbers.
"""

# fmt: off
# chance of the player i+1 away against the player j+1 away; the first row and column are the Crawford game
PRE_CRAWFORD: tuple[tuple[float, ...], ...] = (
    (
        0.5, 0.7, 0.75, 0.83, 0.85, 0.9, 0.91, 0.94, 0.95, 0.97, 0.97, 0.98, 0.98, 0.99, 0.99,
    ),
    (
        0.3, 0.5, 0.6, 0.68, 0.75, 0.81, 0.85, 0.88, 0.91, 0.93, 0.94, 0.95, 0.96, 0.97, 0.98,
    ),
    (
        0.25, 0.4, 0.5, 0.59, 0.66, 0.71, 0.76, 0.8, 0.84, 0.87, 0.9, 0.92, 0.94, 0.95, 0.96,
    ),
    (
        0.17, 0.32, 0.41, 0.5, 0.58, 0.64, 0.7, 0.75, 0.79, 0.83, 0.86, 0.88, 0.9, 0.92, 0.93,
    ),
    (
        0.15, 0.25, 0.34, 0.42, 0.5, 0.57, 0.63, 0.68, 0.73, 0.77, 0.81, 0.84, 0.87, 0.89, 0.9,
    ),
    (
        0.1, 0.19, 0.29, 0.36, 0.43, 0.5, 0.56, 0.62, 0.67, 0.72, 0.76, 0.79, 0.82, 0.85, 0.87,
    ),
    (
        0.09, 0.15, 0.24, 0.3, 0.37, 0.44, 0.5, 0.56, 0.61, 0.66, 0.7, 0.74, 0.78, 0.81, 0.84,
    ),
    (
        0.06, 0.12, 0.2, 0.25, 0.32, 0.38, 0.44, 0.5, 0.55, 0.6, 0.65, 0.69, 0.73, 0.77, 0.8,
    ),
    (
        0.05, 0.09, 0.16, 0.21, 0.27, 0.33, 0.39, 0.45, 0.5, 0.55, 0.6, 0.64, 0.68, 0.72, 0.76,
    ),
    (
        0.03, 0.07, 0.13, 0.17, 0.23, 0.28, 0.34, 0.4, 0.45, 0.5, 0.55, 0.6, 0.64, 0.68, 0.71,
    ),
    (
        0.03, 0.06, 0.1, 0.14, 0.19, 0.24, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.59, 0.63, 0.67,
    ),
    (
        0.02, 0.05, 0.08, 0.12, 0.16, 0.21, 0.26, 0.31, 0.36, 0.4, 0.45, 0.5, 0.54, 0.58, 0.62,
    ),
    (
        0.02, 0.04, 0.06, 0.1, 0.13, 0.18, 0.22, 0.27, 0.32, 0.36, 0.41, 0.46, 0.5, 0.54, 0.58,
    ),
    (
        0.01, 0.03, 0.05, 0.08, 0.11, 0.15, 0.19, 0.23, 0.28, 0.32, 0.37, 0.42, 0.46, 0.5, 0.54,
    ),
    (
        0.01, 0.02, 0.04, 0.07, 0.1, 0.13, 0.16, 0.2, 0.24, 0.29, 0.33, 0.38, 0.42, 0.46, 0.5,
    ),
)

# chance after the Crawford game of the player i+1 away against the player 1 away
POST_CRAWFORD_TRAILER: tuple[float, ...] = (
    0.5, 0.485, 0.3, 0.296, 0.18, 0.18, 0.1, 0.1, 0.06, 0.06, 0.04, 0.04, 0.02, 0.02, 0.01,
)
# fmt: on
