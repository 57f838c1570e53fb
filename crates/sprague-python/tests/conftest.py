"""Pictures are drawn into memory, and tests are interrupted as a person at a terminal would."""

import signal

import matplotlib

matplotlib.use("Agg")

# A shell's background job starts with Ctrl-C ignored, and so would its tests.
signal.signal(signal.SIGINT, signal.default_int_handler)
