-- A search reads an index of this table alone, without the table, only where VACUUM has marked the table's pages as visible to all. By
-- default, VACUUM would wait until a fifth of the rows is new.
ALTER TABLE patient_term SET (autovacuum_vacuum_insert_scale_factor = 0.02);
