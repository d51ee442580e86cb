"""The benchmarks' driver: builds the programs, runs them in turn, and judges the medians by their targets."""
