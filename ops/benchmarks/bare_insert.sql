INSERT INTO bare_event (clinic_id, recorded_at, schema_version, type, data, metadata, command_id)
VALUES ('0d5e2b1c-7a34-4d3f-9d0a-1f2e3d4c5b6a', now(), 1, 'appointment-booked',
    '{"appointment_id":"6a1f0d7e-0e7b-4a3e-8a60-3f7d5a1b9c2d","doctor_id":"2f0c9d4e-5b6a-4c7d-8e9f-0a1b2c3d4e5f","patient_id":"7c8d9e0f-1a2b-4c3d-8e5f-6a7b8c9d0e1f","start":"2026-11-23T09:00:00Z","end":"2026-11-23T09:30:00Z","service_id":"9e0f1a2b-3c4d-4e5f-8a7b-8c9d0e1f2a3b"}',
    '{"account":"1f2e3d4c-5b6a-4798-8a0b-1c2d3e4f5a6b","role":"patient"}', gen_random_uuid());
