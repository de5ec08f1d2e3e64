"""The programs that Chairside is compared with, each as fast as possible on this machine."""
