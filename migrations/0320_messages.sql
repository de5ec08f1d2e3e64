-- Messages between patients and the clinic: threads, messages, and each reader's mark in a thread.

CREATE TABLE message_thread (
    clinic_id uuid NOT NULL,
    thread_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    status text NOT NULL,
    assigned_role text,
    assigned_staff_id uuid,
    last_message_at timestamptz NOT NULL,
    PRIMARY KEY (clinic_id, thread_id)
);
CREATE INDEX message_thread_patient ON message_thread (clinic_id, patient_id, last_message_at, thread_id);
CREATE INDEX message_thread_list ON message_thread (clinic_id, last_message_at, thread_id);
CREATE INDEX message_thread_open ON message_thread (clinic_id, last_message_at, thread_id) WHERE status = 'open';

CREATE TABLE message (
    clinic_id uuid NOT NULL,
    message_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    thread_id uuid NOT NULL,
    number bigint NOT NULL,
    side text NOT NULL,
    PRIMARY KEY (clinic_id, message_id)
);
CREATE INDEX message_of_thread ON message (clinic_id, thread_id, number, side);
CREATE INDEX message_patient ON message (clinic_id, patient_id);

CREATE TABLE read_mark (
    clinic_id uuid NOT NULL,
    -- Computed from the ids of thread and reader, so a reader has one mark in a thread.
    mark_id uuid NOT NULL,
    document json NOT NULL,
    patient_id uuid NOT NULL,
    thread_id uuid NOT NULL,
    reader_id uuid NOT NULL,
    up_to bigint NOT NULL,
    PRIMARY KEY (clinic_id, mark_id)
);
CREATE INDEX read_mark_reader ON read_mark (clinic_id, thread_id, reader_id);
CREATE INDEX read_mark_patient ON read_mark (clinic_id, patient_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON message_thread, message, read_mark TO chairside_server;
SELECT wall_off('message_thread'), wall_off('message'), wall_off('read_mark');
