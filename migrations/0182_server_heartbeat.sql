-- Servers prove every few seconds that the database takes changes; how they say whether they are ready.

-- When each server that runs, or ran within a day, last did so.
CREATE TABLE server_heartbeat (
    server    uuid        PRIMARY KEY,
    beaten_at timestamptz NOT NULL
);

-- Emptied and filled anew each time, so that it takes a page of the disk: to change a row that is there needs none.
CREATE TABLE write_probe (probe boolean NOT NULL);

GRANT SELECT, INSERT, UPDATE, DELETE ON server_heartbeat TO chairside_server;
GRANT INSERT, TRUNCATE ON write_probe TO chairside_server;
