"""The systems that Chairside is compared with, each as fast as it can be on this machine."""
