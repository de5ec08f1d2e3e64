-- Two more reasons why a session ends: the database was restored to a state from before its newest refresh token, and its
-- account signed in so often that the oldest session made room.

ALTER TABLE session DROP CONSTRAINT session_end_reason_check, ADD CONSTRAINT session_end_reason_check CHECK (
    end_reason IN ('logout', 'revoked', 'pin_failures', 'refresh_reuse', 'membership_ended', 'password_changed',
        'second_factor_changed', 'unpaired', 'history_lost', 'too_many_sessions'));
