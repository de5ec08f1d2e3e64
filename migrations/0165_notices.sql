-- A person with a password is told by mail when a clinic gives them a role.
ALTER TABLE one_time_token DROP CONSTRAINT one_time_token_purpose_check, ADD CONSTRAINT one_time_token_purpose_check CHECK (
    purpose IN ('verification', 'password', 'invitation', 'handed', 'registration', 'notice'));
ALTER TABLE mail_outbox DROP CONSTRAINT mail_outbox_kind_check, ADD CONSTRAINT mail_outbox_kind_check CHECK (
    kind IN ('verification', 'password', 'invitation', 'registration', 'known_already', 'notice', 'nothing'));
