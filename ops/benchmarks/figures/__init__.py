"""All figures, in the order of the report.

A figure is a module with NAME, SAYS, BY_DEFAULT (whether it is measured when none is named), and `prepare(bench)`, which returns
its series. Everything that it started is stopped after the measurement.
"""

from figures import (append, booking, check_in, day_list, followed_queue, free_slots, growth, idle_connections, kept_queue,
                     lone_booking, month_of_slots, notification_outbox, patient_search, queue_read, rebuild, start, static_json,
                     unchanged_poll, uploads, vault_pull, vault_push)

ALL = [booking, lone_booking, queue_read, unchanged_poll, static_json, rebuild, append, idle_connections, start, kept_queue,
       patient_search, month_of_slots, followed_queue, uploads, day_list, free_slots, vault_push, vault_pull, check_in,
       notification_outbox, growth]
