-- An invoice stands under the clinic and its year too. The next number is one more than that of the year's last invoice, which is
-- one row of the tags' index however many invoices there are; under the tag of all years, every invoice had to be read.

-- Servers of the version before write the tag of all years alone (14 << 24): this adds the year's. It can go with the
-- version after the next.
CREATE FUNCTION tag_invoice_by_year() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO event_tag (clinic_id, subject, aspect, position)
    SELECT NEW.clinic_id, NEW.subject,
           NEW.aspect | (date_trunc('year', (e.data ->> 'issued_on')::date)::date - '1970-01-01'::date), NEW.position
    FROM event AS e
    WHERE e.clinic_id = NEW.clinic_id AND e.position = NEW.position
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

CREATE TRIGGER invoices_by_year AFTER INSERT ON event_tag
    FOR EACH ROW WHEN (NEW.aspect = 14 << 24) EXECUTE FUNCTION tag_invoice_by_year();
