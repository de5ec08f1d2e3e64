-- The dashboard says how many of its clinic's events its figures do not show yet.

SELECT wall_off('behind_position');
