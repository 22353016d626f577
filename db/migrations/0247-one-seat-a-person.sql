-- runs outside a transaction
-- One seat in a clinic for each person: the student, or one of the student's golfers.
create unique index concurrently if not exists one_seat_a_person on bookings (clinic_id, student_id, coalesce(golfer_id, student_id))
  where clinic_id is not null and status <> 'cancelled';
