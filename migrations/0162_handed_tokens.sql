-- A token to choose a password with that an admin has been given to hand over: in which clinic, and the admin's account.
ALTER TABLE one_time_token ADD COLUMN handed_in uuid, ADD COLUMN handed_by uuid;
