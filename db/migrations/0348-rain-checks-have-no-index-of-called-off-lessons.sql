-- runs outside a transaction
-- Called-off lessons are found in bookings; no query used this index.
drop index concurrently if exists called_off_lessons_that_wait;
