-- Calendars that a coach keeps elsewhere, read again and again.
create table other_calendars (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  kind text not null check (kind in ('address', 'google')),
  name text not null check (length(name) between 1 and 80),
  -- Encrypted: who knows a private address reads the calendar. The hash keeps one from being added twice.
  address bytea,
  address_hash bytea,
  -- What the server said of the file when it was read last, so that one that did not change is not read again.
  etag text,
  last_modified text,
  last_tried_at timestamptz,
  last_read_at timestamptz,
  -- When the whole file was last read: entries that repeat are written out for so long ahead.
  written_out_at timestamptz,
  next_try_at timestamptz not null default current_instant(),
  failure text,
  failures integer not null default 0 check (failures >= 0),
  -- Since when there was no good reading; null while all is well.
  failing_since timestamptz,
  -- What the last reading could not make sense of, for the coach.
  unreadable integer not null default 0,
  unknown_zones text[] not null default '{}',
  created_at timestamptz not null default current_instant(),
  check ((kind = 'address') = (address is not null)),
  check ((address is null) = (address_hash is null)),
  check ((failure is null) = (failing_since is null))
);
create unique index one_calendar_an_address on other_calendars (instructor_id, address_hash);
create unique index one_google_account_a_coach on other_calendars (instructor_id) where kind = 'google';
create index calendars_to_read on other_calendars (next_try_at);

-- What they keep busy. The engine asks for what is not over yet.
create table instructor_busy_times (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  calendar_id uuid not null references other_calendars (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The entry's own words: for the coach alone.
  title text,
  check (starts_at < ends_at)
);
create index busy_times_of_a_coach on instructor_busy_times (instructor_id, ends_at, starts_at);
create index busy_times_of_a_calendar on instructor_busy_times (calendar_id);

create trigger busy_times_bump_on_insert after insert on instructor_busy_times
  referencing new table as touched for each statement execute function bump_schedules();
create trigger busy_times_bump_on_update after update on instructor_busy_times
  referencing new table as touched for each statement execute function bump_schedules();
create trigger busy_times_bump_on_delete after delete on instructor_busy_times
  referencing old table as touched for each statement execute function bump_schedules();

-- While a calendar could not be read for too long, nobody books at once: the coach may be busy then.
alter table instructor_profiles add column instant_book_paused_at timestamptz;
alter table instructor_profiles add column instant_book_open boolean not null
  generated always as (instant_book_enabled and instant_book_paused_at is null) stored;
drop trigger coach_rules_bump_schedule on instructor_profiles;
create trigger coach_rules_bump_schedule after update of hourly_rate, is_visible, instant_book_enabled, instant_book_paused_at,
  instant_book_calendar_id, min_booking_notice_hours, max_booking_window_days, slot_step_minutes, buffer_minutes,
  lesson_durations, time_zone, cancellation_policy on instructor_profiles
  for each row execute function bump_own_schedule();
