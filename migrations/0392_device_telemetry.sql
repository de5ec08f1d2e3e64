-- Further facts of a report by an app: its next step, the version of its system, the model of the device, and the time of the finding.
ALTER TABLE device_report
    ADD COLUMN action text,
    ADD COLUMN os_version text,
    ADD COLUMN device_model text,
    ADD COLUMN found_at timestamptz;
