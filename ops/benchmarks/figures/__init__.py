"""All figures, in the order of the report.

A figure is a module with NAME, SAYS, whether it is measured when nothing is chosen (BY_DEFAULT), and `prepare(bench)`, which
gives its series. What it started is stopped when it has been measured.
"""

from figures import (append, booking, day_list, free_slots, growth, idle_connections, kept_queue, lone_booking,
                     queue_read, rebuild, start, static_json, unchanged_poll)

ALL = [booking, lone_booking, queue_read, unchanged_poll, static_json, rebuild, append, idle_connections, start, kept_queue,
       day_list, free_slots, growth]
