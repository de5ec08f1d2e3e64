SELECT document FROM appointment
WHERE clinic_id = '0d5e2b1c-7a34-4d3f-9d0a-1f2e3d4c5b6a'
    AND start_at >= '2026-11-23 00:00+00' AND start_at < '2026-11-24 00:00+00'
ORDER BY start_at LIMIT 100;
