-- Messages that their authors have withdrawn.

-- Whether the message was withdrawn. A server of the previous release leaves it false.
ALTER TABLE message ADD COLUMN withdrawn boolean NOT NULL DEFAULT false;
