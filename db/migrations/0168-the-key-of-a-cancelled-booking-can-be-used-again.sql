-- A request that is sent again after its hold ran out makes a new hold: only a booking that still stands keeps its key.
drop index one_booking_an_idempotency_key;
create unique index one_booking_an_idempotency_key on bookings (student_id, idempotency_key) where status <> 'cancelled';
