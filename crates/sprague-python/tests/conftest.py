"""Pictures are drawn into memory."""

import matplotlib

matplotlib.use("Agg")
