-- Minutes by car between two points on the Earth: 1.3 times the great circle, driven at a speed by distance, in whole five
-- minutes. src/ports/travel/local.ts estimates the same, and a test holds the two together.
create function estimated_drive_minutes(
  from_lat double precision, from_lng double precision, to_lat double precision, to_lng double precision
) returns integer language sql immutable strict as $$
  select case when miles < 0.1 then 0
    else ceil(round((least(miles, 5) / 25 + least(greatest(miles - 5, 0), 15) / 32 + least(greatest(miles - 20, 0), 30) / 45
      + greatest(miles - 50, 0) / 55)::numeric * 60, 6) / 5)::integer * 5 end
  from (select 1.3 * 2 * 3958.76 * asin(least(1, sqrt(
      power(sin(radians(to_lat - from_lat) / 2), 2)
      + cos(radians(from_lat)) * cos(radians(to_lat)) * power(sin(radians(to_lng - from_lng) / 2), 2)))) as miles) road
$$;

-- A row for every two places of a coach, made and kept by the database itself. What holds is what she set; else what a routing
-- service measured; else the estimate. Null: nobody knows where one of the places is, and no drive is counted.
create table coach_drives (
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  place_a uuid not null references instructor_teaching_locations (id) on delete cascade,
  place_b uuid not null references instructor_teaching_locations (id) on delete cascade,
  estimated_minutes integer check (estimated_minutes >= 0),
  routed_minutes integer check (routed_minutes >= 0),
  routed_at timestamptz,
  own_minutes integer check (own_minutes between 0 and 480),
  minutes integer not null generated always as (least(480, coalesce(own_minutes, routed_minutes, estimated_minutes, 0))) stored,
  primary key (place_a, place_b),
  check (place_a < place_b)
);
create index drives_of_a_coach on coach_drives (instructor_id);
create index drives_to_measure on coach_drives (place_a) where routed_at is null;

-- A place without coordinates is where its ZIP code is.
create function measure_drives() returns trigger language plpgsql as $$
begin
  insert into coach_drives (instructor_id, place_a, place_b, estimated_minutes)
  select here.instructor_id, least(here.id, there.id), greatest(here.id, there.id),
    estimated_drive_minutes(coalesce(here.lat, hz.lat), coalesce(here.lng, hz.lng), coalesce(there.lat, tz.lat), coalesce(there.lng, tz.lng))
  from instructor_teaching_locations here
  join instructor_teaching_locations there on there.instructor_id = here.instructor_id and there.id <> here.id
  left join zip_codes hz on hz.zip = here.zip
  left join zip_codes tz on tz.zip = there.zip
  where here.id in (select id from touched)
  on conflict (place_a, place_b) do update
    set estimated_minutes = excluded.estimated_minutes, routed_minutes = null, routed_at = null
    where coach_drives.estimated_minutes is distinct from excluded.estimated_minutes;
  return null;
end $$;
do $$
declare
  change text;
begin
  insert into coach_drives (instructor_id, place_a, place_b, estimated_minutes)
  select a.instructor_id, a.id, b.id,
    estimated_drive_minutes(coalesce(a.lat, az.lat), coalesce(a.lng, az.lng), coalesce(b.lat, bz.lat), coalesce(b.lng, bz.lng))
  from instructor_teaching_locations a
  join instructor_teaching_locations b on b.instructor_id = a.instructor_id and a.id < b.id
  left join zip_codes az on az.zip = a.zip
  left join zip_codes bz on bz.zip = b.zip;
  foreach change in array array['insert', 'update'] loop
    execute format('create trigger places_measure_drives_on_%1$s after %1$s on instructor_teaching_locations referencing new table as touched for each statement execute function measure_drives()', change);
    execute format('create trigger coach_drives_bump_on_%1$s after %1$s on coach_drives referencing new table as touched for each statement execute function bump_schedules()', change);
  end loop;
  execute 'create trigger coach_drives_bump_on_delete after delete on coach_drives referencing old table as touched for each statement execute function bump_schedules()';
end $$;

-- The last guard of a drive, beside the one of a time: whoever takes, moves or regains a lesson waits for the coach's schedule,
-- and leaves time to drive to the lessons before and after it at other places.
create function refuse_undrivable_lessons() returns trigger language plpgsql as $$
begin
  if new.teaching_location_id is null or new.status not in ('pending', 'confirmed') then return null; end if;
  if tg_op = 'UPDATE' and old.status <> 'cancelled' and new.lesson_date = old.lesson_date
    and new.teaching_location_id is not distinct from old.teaching_location_id then return null; end if;
  if not exists (select from coach_drives d where d.instructor_id = new.instructor_id and d.minutes > 0) then return null; end if;
  perform from instructor_schedules where instructor_id = new.instructor_id for no key update;
  if exists (
    select from bookings b
    join coach_drives d on d.place_a = least(b.teaching_location_id, new.teaching_location_id)
      and d.place_b = greatest(b.teaching_location_id, new.teaching_location_id)
    where b.instructor_id = new.instructor_id and b.id <> new.id and b.status in ('pending', 'confirmed', 'completed')
      and b.lesson_date > new.lesson_date - interval '1 day' and b.lesson_date < new.lesson_end + interval '1 day'
      and b.lesson_date < new.lesson_end + make_interval(mins => d.minutes)
      and new.lesson_date < b.lesson_end + make_interval(mins => d.minutes)
  ) then
    raise exception 'no time to drive between lessons' using errcode = 'exclusion_violation',
      constraint = 'time_to_drive_between_lessons';
  end if;
  return null;
end $$;
create trigger lessons_leave_time_to_drive after insert or update of lesson_date, teaching_location_id, status on bookings
  for each row execute function refuse_undrivable_lessons();
