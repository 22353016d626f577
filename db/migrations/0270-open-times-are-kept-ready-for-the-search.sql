-- When each coach can be booked at each place, kept ready for searching by day and part of day (decision 0139). A row repeats what the slot
-- engine computed; the search asks the engine again for the coaches it shows.
create table open_starts (
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  -- Null for a coach without teaching places.
  place_id uuid references instructor_teaching_locations (id) on delete cascade,
  -- The first date that was computed, in the place's zone, as days since 1970-01-01.
  built_day integer not null,
  zone text not null,
  notice_hours integer not null,
  window_days integer not null,
  -- One bit for each quarter of an hour on the wall clock of 36 days; a date has the 96 bits from (days since 1970-01-01) modulo 36 on.
  starts bit(3456) not null,
  unique nulls not distinct (instructor_id, place_id)
) with (fillfactor = 80);
create index open_starts_at_a_place on open_starts (place_id);

-- Coaches whose rows must be computed again. Each change adds a row, so that no transaction waits for another one.
create table open_start_changes (
  id bigint generated always as identity primary key,
  instructor_id uuid not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create function note_open_start_change() returns trigger language plpgsql as $$
begin
  insert into public.open_start_changes (instructor_id) values (coalesce(new.instructor_id, old.instructor_id));
  return null;
end $$;
