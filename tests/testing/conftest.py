"""The kernels are imported by their tests alone, where the library that runs them is installed."""

collect_ignore = ["pallas_attention.py", "triton_attention.py"]
