-- Students who want to know when seats in a sold-out clinic are free (decision 0138).
create table clinic_seat_requests (
  id uuid primary key default gen_random_uuid(),
  clinic_id uuid not null references clinics (id) on delete cascade,
  student_id uuid not null references profiles (id) on delete cascade,
  -- How many seats the student wants.
  seats smallint not null check (seats between 1 and 9),
  status text not null default 'waiting' check (status in ('waiting', 'booked', 'left', 'ended')),
  -- The student was told that there are enough seats, and there still are.
  has_room boolean not null default false,
  told_at timestamptz,
  created_at timestamptz not null default current_instant()
);
create unique index one_seat_request_a_student on clinic_seat_requests (clinic_id, student_id);
create index seat_requests_of_a_student on clinic_seat_requests (student_id);
create index seat_requests_that_wait on clinic_seat_requests (clinic_id) where status = 'waiting';
