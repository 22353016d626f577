-- Lessons that were booked together, weekly at the same time of day (decision 0133). Each is a booking of its own, with its own
-- payment, and keeps its place in the series when it is moved or canceled.
create table series_lessons (
  booking_id uuid primary key references bookings (id) on delete cascade,
  series_id uuid not null,
  position smallint not null check (position between 1 and 12),
  -- How many lessons were booked together.
  lessons smallint not null check (lessons between 2 and 12),
  check (position <= lessons),
  constraint lessons_of_a_series_in_order unique (series_id, position)
);
