-- What was answered to a command is kept for a time; that the command was done, for good.

ALTER TABLE command ADD COLUMN answer_dropped boolean NOT NULL DEFAULT false;

GRANT UPDATE (answer_dropped) ON command TO chairside_server;
