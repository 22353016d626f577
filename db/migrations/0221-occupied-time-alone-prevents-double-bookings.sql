-- The guard moves to the occupancies and keeps its name, which processes of the previous version know.
alter table bookings drop constraint no_overlapping_lessons_of_a_coach;
alter table occupancies rename constraint no_overlapping_occupancies_of_a_coach to no_overlapping_lessons_of_a_coach;

-- The same for drives: who takes a time at a place calls this, after the time is written.
create function refuse_undrivable_time(coach uuid, place uuid, starts timestamptz, ends timestamptz) returns void language plpgsql as $$
begin
  if place is null or not exists (select from coach_drives where instructor_id = coach and minutes > 0) then return; end if;
  perform from instructor_schedules where instructor_id = coach for no key update;
  if exists (
    select from occupancies o
    join coach_drives d on d.place_a = least(o.teaching_location_id, place) and d.place_b = greatest(o.teaching_location_id, place)
    where o.instructor_id = coach
      and o.starts_at > starts - interval '4 days' and o.starts_at < ends + interval '4 days'
      and o.starts_at < ends + make_interval(mins => d.minutes)
      and starts < o.ends_at + make_interval(mins => d.minutes)
  ) then
    raise exception 'no time to drive between lessons' using errcode = 'exclusion_violation',
      constraint = 'time_to_drive_between_lessons';
  end if;
end $$;

create or replace function occupy_lesson_time() returns trigger language plpgsql as $$
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
  if new.status = 'completed' then return null; end if;
  if tg_op = 'UPDATE' then
    if old.status <> 'cancelled' and new.lesson_date = old.lesson_date
      and new.teaching_location_id is not distinct from old.teaching_location_id then return null; end if;
  end if;
  perform refuse_undrivable_time(new.instructor_id, new.teaching_location_id, new.lesson_date, new.lesson_end);
  return null;
end $$;
drop trigger lessons_leave_time_to_drive on bookings;
drop function refuse_undrivable_lessons();
