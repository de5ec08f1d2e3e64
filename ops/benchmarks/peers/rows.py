"""Fills the table of the other programs with the queue's rows."""

import json

from databases import Databases

CLINIC = "0d5e2b1c-7a34-4d3f-9d0a-1f2e3d4c5b6a"
DAY = "2026-11-23"
NOBODY = "00000000-0000-0000-0000-000000000000"


def fill_queue(databases: Databases, database: str, items: list):
    rows = "\n".join(
        "\t".join([CLINIC, item["appointment"]["id"], NOBODY, NOBODY, NOBODY, f"{DAY} 08:00:00+00", f"{DAY} 08:30:00+00",
                   json.dumps(item, ensure_ascii=False, separators=(",", ":")).replace("\\", "\\\\")])
        for item in items)
    databases.sql(
        database, "TRUNCATE appointment",
        "COPY appointment (clinic_id, appointment_id, doctor_id, chair_id, patient_id, start_at, end_at, document) FROM STDIN",
        "VACUUM ANALYZE appointment", data=rows + "\n")
