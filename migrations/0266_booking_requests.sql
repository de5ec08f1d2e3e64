-- Booking requests of people without an account that wait for the code from the mail. The row of the mail is in one_time_token;
-- both rows are deleted when the request expires. The content of a request is encrypted with a key of the server.

ALTER TABLE one_time_token DROP CONSTRAINT one_time_token_purpose_check, ADD CONSTRAINT one_time_token_purpose_check CHECK (
    purpose IN ('verification', 'password', 'invitation', 'handed', 'registration', 'notice', 'booking'));
ALTER TABLE mail_outbox DROP CONSTRAINT mail_outbox_kind_check, ADD CONSTRAINT mail_outbox_kind_check CHECK (
    kind IN ('verification', 'password', 'invitation', 'registration', 'known_already', 'notice', 'booking',
        'booking_known', 'nothing'));

CREATE TABLE booking_request (
    request_id     uuid PRIMARY KEY REFERENCES one_time_token ON DELETE CASCADE,
    clinic_id      uuid NOT NULL,
    -- The patient and the appointment that the confirmation creates.
    patient_id     uuid NOT NULL,
    appointment_id uuid NOT NULL,
    -- SHA-256 of the HTTP request, by which a repeated idempotency key with another request is detected.
    digest         bytea NOT NULL,
    -- NULL once the appointment is made.
    sealed         bytea,
    wrong_codes    integer NOT NULL DEFAULT 0
);

GRANT SELECT, INSERT, UPDATE, DELETE ON booking_request TO chairside_server;
