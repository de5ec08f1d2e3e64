-- Contents of clinics' logos, under their hashes. The document of clinic_profile says which one is shown. A content is stored before
-- its event is appended; one that is not shown is deleted some time later.

CREATE TABLE clinic_logo (
    clinic_id uuid        NOT NULL,
    sha256    text        NOT NULL COLLATE "C",
    content   bytea       NOT NULL,
    stored_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (clinic_id, sha256)
);
-- Images are compressed already.
ALTER TABLE clinic_logo ALTER COLUMN content SET STORAGE EXTERNAL;

GRANT SELECT, INSERT, UPDATE, DELETE ON clinic_logo TO chairside_server;
