"""What Chairside is measured beside, each as fast as it can be on this machine."""
