-- Servers of this release search by lane. Servers of the previous release use the index by lane too: it has the same rows, and few wait.
DROP INDEX notification_outbox_due;
