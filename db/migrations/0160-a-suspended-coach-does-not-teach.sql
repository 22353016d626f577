-- Whether an account may be used: its owner signs in, books, writes and is written to. Every feature asks this column.
alter table profiles add column is_open boolean not null
  generated always as (closed_at is null and suspended_at is null) stored;

-- The same for what a coach does: teach and be shown. A copy, so that the search, the slot engine and the caches of both see a
-- suspension as a change of the coach's own row. `is_visible` stays what the coach chose, and counts again when a suspension is lifted.
alter table instructor_profiles add column may_teach boolean not null default true;
update instructor_profiles c set may_teach = false from profiles p where p.id = c.user_id and not p.is_open;
alter table instructor_profiles add column is_listed boolean not null
  generated always as (is_visible and may_teach) stored;

create function open_account_may_teach() returns trigger language plpgsql as $$
begin
  new.may_teach := coalesce((select is_open from profiles where id = new.user_id), false);
  return new;
end $$;
create trigger coaches_teach_with_an_open_account before insert on instructor_profiles
  for each row execute function open_account_may_teach();

create function account_state_reaches_coach() returns trigger language plpgsql as $$
begin
  update instructor_profiles set may_teach = new.is_open where user_id = new.id and may_teach <> new.is_open;
  return null;
end $$;
create trigger account_state_reaches_coach after update of closed_at, suspended_at on profiles
  for each row when (old.is_open <> new.is_open) execute function account_state_reaches_coach();

-- A suspension also ends what was offered before it: the version of the schedule changes with it.
drop trigger coach_rules_bump_schedule on instructor_profiles;
create trigger coach_rules_bump_schedule after update of hourly_rate, is_visible, may_teach, instant_book_enabled,
  instant_book_paused_at, instant_book_calendar_id, min_booking_notice_hours, max_booking_window_days, slot_step_minutes,
  buffer_minutes, lesson_durations, time_zone, cancellation_policy on instructor_profiles
  for each row execute function bump_own_schedule();
