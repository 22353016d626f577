-- At these places only the hours of their own calendars count. At all others the hours without a place count as well, as they
-- did before: a coach who had several places keeps what she had.
create table places_with_own_hours (
  place_id uuid primary key references instructor_teaching_locations (id) on delete cascade,
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade
);
create index places_with_own_hours_of_a_coach on places_with_own_hours (instructor_id);

-- A student who reads open times while this changes is asked to choose again.
create trigger places_with_own_hours_bump_on_insert after insert on places_with_own_hours
  referencing new table as touched for each statement execute function bump_schedules();
create trigger places_with_own_hours_bump_on_delete after delete on places_with_own_hours
  referencing old table as touched for each statement execute function bump_schedules();
