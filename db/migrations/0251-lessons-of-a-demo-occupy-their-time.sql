-- The demo was loaded without the triggers that write occupied time (0219), so that its lessons could be booked over. A lesson that was
-- booked over keeps its row in bookings and gets no occupied time. Elsewhere nothing is missing.
insert into occupancies (instructor_id, kind, booking_id, starts_at, ends_at, buffer_minutes, teaching_location_id, held_until)
select b.instructor_id, 'lesson', b.id, b.lesson_date, b.lesson_end, b.buffer_minutes, b.teaching_location_id,
  case when b.status = 'pending' then b.hold_expires_at end
from bookings b
where b.status <> 'cancelled' and not exists (select from occupancies o where o.booking_id = b.id)
on conflict do nothing;
