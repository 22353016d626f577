-- What was offered to coach and student because of the weather: once for each time of a lesson (decision 0140).
create table rain_checks (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings (id) on delete cascade,
  -- The time that it is about; a lesson that is moved can get another rain check.
  lesson_start timestamptz not null,
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  student_id uuid not null references profiles (id) on delete cascade,
  -- The forecast that led to the offer; null when the coach called the lesson off without one.
  chance_of_rain smallint check (chance_of_rain between 0 and 100),
  is_thunder boolean,
  wind_mph smallint check (wind_mph between 0 and 300),
  offered_at timestamptz not null default current_instant(),
  called_off_at timestamptz,
  -- What the coach wrote to the students.
  message text check (char_length(message) between 1 and 500),
  -- What became of it; null while the student can choose.
  outcome text check (outcome in ('moved', 'credit', 'cancelled', 'refunded')),
  ended_at timestamptz,
  check ((outcome is null) = (ended_at is null)),
  unique (booking_id, lesson_start)
);
create index rain_checks_of_a_coach on rain_checks (instructor_id, lesson_start);
create index rain_checks_of_a_student on rain_checks (student_id);
create index called_off_lessons_that_wait on rain_checks (lesson_start) where called_off_at is not null and outcome is null;

call guard_pairs_of_showroom();

-- The weather of a demo: what is not written here is fair.
create table local_vendor.weather (
  id uuid primary key default gen_random_uuid(),
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  begins_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > begins_at),
  chance_of_rain smallint not null check (chance_of_rain between 0 and 100),
  is_thunder boolean not null default false,
  wind_mph smallint not null default 8 check (wind_mph between 0 and 300)
);
