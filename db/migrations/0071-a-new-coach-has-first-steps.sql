-- What of a new coach's first steps follows from nothing else: that the page was passed on, and that the list was put away.
create table coach_first_steps (
  instructor_id uuid primary key references instructor_profiles (user_id) on delete cascade,
  shared_at timestamptz,
  dismissed_at timestamptz
);
