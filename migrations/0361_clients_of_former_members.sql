-- The paired clients of an account end when the account's last role in a clinic ends: a member of staff or a patient has left the clinic,
-- was erased, or an admin has taken the login back. The person can pair a client again.
CREATE FUNCTION unpair_clients_of_former_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM membership
        WHERE account_id = NEW.account_id AND clinic_id = NEW.clinic_id AND ended_at IS NULL)
    THEN
        RETURN NULL;
    END IF;
    DELETE FROM pairing_code WHERE account_id = NEW.account_id;
    UPDATE paired_client SET ended_at = NEW.ended_at WHERE account_id = NEW.account_id AND ended_at IS NULL;
    RETURN NULL;
END
$$;
CREATE TRIGGER unpair_clients AFTER UPDATE OF ended_at ON membership
    FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL)
    EXECUTE FUNCTION unpair_clients_of_former_member();
