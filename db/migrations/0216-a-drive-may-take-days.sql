-- A drive counts for as long as it takes, three days at most: between Phoenix and Charlotte lie 42 hours, of which 8 were kept free.
alter table coach_drives drop constraint coach_drives_own_minutes_check;
alter table coach_drives add constraint coach_drives_own_minutes_check check (own_minutes between 0 and 4320);
alter table coach_drives drop column minutes;
alter table coach_drives add column minutes integer not null
  generated always as (least(4320, coalesce(own_minutes, routed_minutes, estimated_minutes, 0))) stored;

create or replace function refuse_undrivable_lessons() returns trigger language plpgsql as $$
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
      and b.lesson_date > new.lesson_date - interval '4 days' and b.lesson_date < new.lesson_end + interval '4 days'
      and b.lesson_date < new.lesson_end + make_interval(mins => d.minutes)
      and new.lesson_date < b.lesson_end + make_interval(mins => d.minutes)
  ) then
    raise exception 'no time to drive between lessons' using errcode = 'exclusion_violation',
      constraint = 'time_to_drive_between_lessons';
  end if;
  return null;
end $$;
