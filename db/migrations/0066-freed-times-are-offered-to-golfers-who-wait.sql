-- What a student asked to hear of: any time of a coach that opens on some dates, of one length.
create table cancellation_requests (
  id uuid primary key default gen_random_uuid(),
  student_id uuid not null references profiles (id) on delete cascade,
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  -- By the clock of the place.
  from_date date not null,
  to_date date not null,
  day_part text not null default 'any' check (day_part in ('any', 'morning', 'afternoon', 'evening')),
  duration_minutes integer not null check (duration_minutes between 15 and 480),
  -- Null: any place of the coach's.
  teaching_location_id uuid references instructor_teaching_locations (id) on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'booked', 'left')),
  created_at timestamptz not null default current_instant(),
  check (from_date <= to_date and to_date < from_date + 31)
);
create index requests_for_a_coach on cancellation_requests (instructor_id, created_at) where status = 'waiting';
create index requests_of_a_student on cancellation_requests (student_id) where status = 'waiting';

-- The time of a lesson that was cancelled or moved away, while it goes from one golfer to the next. A lesson frees a time once.
create table freed_times (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  -- The lesson it was of, and who had it: nobody is offered what they gave up.
  booking_id uuid not null references bookings (id) on delete cascade,
  change_number integer not null,
  student_id uuid not null references profiles (id) on delete cascade,
  teaching_location_id uuid references instructor_teaching_locations (id) on delete cascade,
  location_name text not null,
  time_zone text not null,
  lesson_start timestamptz not null,
  duration_minutes integer not null,
  -- Public: nobody who waits is left, everybody can book it.
  status text not null default 'offering' check (status in ('offering', 'taken', 'public')),
  created_at timestamptz not null default current_instant(),
  ended_at timestamptz,
  unique (booking_id, change_number)
);
create index freed_times_on_offer on freed_times (created_at) where status = 'offering';
create index freed_times_of_a_coach on freed_times (instructor_id, lesson_start);

-- One golfer's turn at a freed time, with the booking that holds it.
create table freed_time_offers (
  id uuid primary key default gen_random_uuid(),
  freed_time_id uuid not null references freed_times (id) on delete cascade,
  request_id uuid not null references cancellation_requests (id) on delete cascade,
  student_id uuid not null references profiles (id) on delete cascade,
  booking_id uuid not null references bookings (id) on delete cascade,
  status text not null default 'open' check (status in ('open', 'taken', 'declined', 'expired')),
  declined_at timestamptz,
  -- The student hears of it then: not at night.
  announced_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  unique (freed_time_id, student_id)
);
create unique index one_offer_of_a_freed_time_at_once on freed_time_offers (freed_time_id) where status = 'open';
create index offers_by_booking on freed_time_offers (booking_id);
create index open_offers_of_a_student on freed_time_offers (student_id) where status = 'open';
