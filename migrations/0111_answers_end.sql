-- Answers to commands are kept for a limited time; the record that a command was done is kept for good.

ALTER TABLE command ADD COLUMN answer_dropped boolean NOT NULL DEFAULT false;

GRANT UPDATE (answer_dropped) ON command TO chairside_server;
