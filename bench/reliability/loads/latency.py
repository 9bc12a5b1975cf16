"""How long a contended change takes: the measurement of ``contention``, judged by its slowest hundredth."""

from bench.reliability.loads.contention import main

if __name__ == "__main__":
    main(by_time=True)
