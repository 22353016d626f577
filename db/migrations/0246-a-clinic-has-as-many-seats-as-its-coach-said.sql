-- A lesson ends after its duration; a seat ends when its clinic does, which is given with it.
create or replace function set_lesson_end() returns trigger language plpgsql as $$
begin
  if new.clinic_id is null then new.lesson_end := new.lesson_date + make_interval(mins => new.duration_minutes); end if;
  new.updated_at := current_instant();
  return new;
end $$;

create or replace function occupy_lesson_time() returns trigger language plpgsql as $$
begin
  -- The clinic occupies the time, and not its seats.
  if new.clinic_id is not null then return null; end if;
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

-- The last guard against selling a seat twice, for holds and for payments that arrive late. The lock makes one wait for the other.
create function refuse_missing_seat() returns trigger language plpgsql as $$
declare
  clinic clinics;
begin
  if tg_op = 'UPDATE' and old.status <> 'cancelled' then return null; end if;
  select * into clinic from clinics where id = new.clinic_id for no key update;
  if clinic.status <> 'published'
    or (select count(*) from bookings where clinic_id = new.clinic_id and status <> 'cancelled') > clinic.seats then
    raise exception 'no seat left in this clinic' using errcode = 'exclusion_violation', constraint = 'seats_of_a_clinic';
  end if;
  return null;
end $$;
create trigger seats_are_taken_on_insert after insert on bookings
  for each row when (new.clinic_id is not null and new.status <> 'cancelled') execute function refuse_missing_seat();
create trigger seats_are_taken_again after update of status on bookings
  for each row when (new.clinic_id is not null and new.status <> 'cancelled') execute function refuse_missing_seat();

create function occupy_clinic_time() returns trigger language plpgsql as $$
declare
  one clinic_dates;
  buffer integer;
begin
  if new.status <> 'published' then
    delete from occupancies where clinic_date_id in (select id from clinic_dates where clinic_id = new.id);
    return null;
  end if;
  select buffer_minutes into buffer from instructor_profiles where user_id = new.instructor_id;
  for one in select * from clinic_dates where clinic_id = new.id order by starts_at loop
    insert into occupancies (instructor_id, kind, clinic_date_id, starts_at, ends_at, buffer_minutes, teaching_location_id)
    values (new.instructor_id, 'lesson', one.id, one.starts_at, one.ends_at, buffer, new.teaching_location_id);
    perform refuse_undrivable_time(new.instructor_id, new.teaching_location_id, one.starts_at, one.ends_at);
  end loop;
  return null;
end $$;
create trigger clinics_occupy_time after update of status on clinics
  for each row when (old.status is distinct from new.status) execute function occupy_clinic_time();

-- The dates of a published clinic stay: seats were sold for them.
create function refuse_changed_clinic_dates() returns trigger language plpgsql as $$
begin
  if (select status from clinics where id = coalesce(new.clinic_id, old.clinic_id)) = 'published' then
    raise exception 'the dates of a published clinic do not change' using errcode = 'check_violation',
      constraint = 'dates_of_a_published_clinic_stay';
  end if;
  return coalesce(new, old);
end $$;
create trigger dates_of_a_published_clinic_stay before insert or update or delete on clinic_dates
  for each row execute function refuse_changed_clinic_dates();

create function announce_clinic() returns trigger language plpgsql as $$
begin
  perform pg_notify('greenside', 'coach-slots:' || new.instructor_id);
  perform pg_notify('greenside', 'user:' || new.instructor_id);
  return null;
end $$;
create trigger clinics_announce after insert or update on clinics for each row execute function announce_clinic();

-- A shorter break between lessons holds for clinics, too.
create or replace function shorten_breaks() returns trigger language plpgsql as $$
begin
  update bookings set buffer_minutes = new.buffer_minutes
    where instructor_id = new.user_id and buffer_minutes > new.buffer_minutes
      and lesson_end > current_instant() - interval '1 day';
  update occupancies set buffer_minutes = new.buffer_minutes
    where instructor_id = new.user_id and clinic_date_id is not null and buffer_minutes > new.buffer_minutes
      and ends_at > current_instant() - interval '1 day';
  return null;
end $$;
