-- What an app says in a report besides its finding: what it did then, its system's version, the model of the device, and when it looked.
ALTER TABLE device_report
    ADD COLUMN action text,
    ADD COLUMN os_version text,
    ADD COLUMN device_model text,
    ADD COLUMN found_at timestamptz;
