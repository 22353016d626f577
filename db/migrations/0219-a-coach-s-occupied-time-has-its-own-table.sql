-- Every time of a coach that is taken, whatever took it: a lesson now, a group session or a bay later (decision 0123). The database
-- writes it from the bookings, so that no statement can leave the two different. A kind of its own adds a column for what it refers to.
create table occupancies (
  id bigint generated always as identity primary key,
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  kind text not null check (kind in ('lesson')),
  booking_id uuid unique references bookings (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Kept free after it, in minutes.
  buffer_minutes integer not null,
  teaching_location_id uuid references instructor_teaching_locations (id) on delete set null,
  -- Of a hold: when it expires. The time stays taken until the hold is released.
  held_until timestamptz,
  check (starts_at < ends_at),
  check ((kind = 'lesson') = (booking_id is not null)),
  -- The last guard against double booking, in seconds since 1970.
  constraint no_overlapping_occupancies_of_a_coach exclude using gist (
    instructor_id with =,
    int8range(
      extract(epoch from starts_at - timestamptz '1970-01-01 00:00Z')::bigint,
      extract(epoch from ends_at - timestamptz '1970-01-01 00:00Z')::bigint + buffer_minutes * 60
    ) with &&)
    where (kind in ('lesson'))
);
create index occupancies_of_a_coach on occupancies (instructor_id, starts_at);
create index occupancies_at_a_place on occupancies (teaching_location_id);

create function occupy_lesson_time() returns trigger language plpgsql as $$
begin
  if new.status = 'cancelled' then
    delete from occupancies where booking_id = new.id;
    return null;
  end if;
  insert into occupancies (instructor_id, kind, booking_id, starts_at, ends_at, buffer_minutes, teaching_location_id, held_until)
  values (new.instructor_id, 'lesson', new.id, new.lesson_date, new.lesson_end, new.buffer_minutes, new.teaching_location_id,
    case when new.status = 'pending' then new.hold_expires_at end)
  on conflict (booking_id) do update set instructor_id = excluded.instructor_id, starts_at = excluded.starts_at,
    ends_at = excluded.ends_at, buffer_minutes = excluded.buffer_minutes, teaching_location_id = excluded.teaching_location_id,
    held_until = excluded.held_until;
  return null;
end $$;
create trigger bookings_occupy_time_on_insert after insert on bookings
  for each row execute function occupy_lesson_time();
create trigger bookings_occupy_time_on_change after update on bookings
  for each row when (
    (old.status, old.instructor_id, old.lesson_date, old.lesson_end, old.buffer_minutes, old.teaching_location_id, old.hold_expires_at)
    is distinct from
    (new.status, new.instructor_id, new.lesson_date, new.lesson_end, new.buffer_minutes, new.teaching_location_id, new.hold_expires_at))
  execute function occupy_lesson_time();
