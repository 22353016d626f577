-- The list of lessons of the back office, by when they take place and by when they were booked.
create index lessons_by_date on bookings (lesson_date, id);
create index lessons_by_booking_time on bookings (created_at, id);

-- Notes that admins keep about a lesson; its student and coach never see them.
create table lesson_desk_notes (
  id uuid primary key,
  booking_id uuid not null references bookings (id) on delete restrict,
  author_id uuid not null references profiles (id) on delete restrict,
  body text not null check (length(body) between 1 and 2000),
  created_at timestamptz not null
);
create index desk_notes_of_a_lesson on lesson_desk_notes (booking_id, created_at);

-- Refunds that an admin makes without a cancellation or a dispute.
alter table payment_refunds drop constraint payment_refunds_reason_check,
  add constraint payment_refunds_reason_check
    check (reason in ('late_payment', 'discount_used', 'student', 'coach', 'admin', 'dispute', 'support'));
