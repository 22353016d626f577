-- A coach's Google Calendar: whether it is in step, and the access to it. Its busy times and health are those of its row in
-- other_calendars.
create table google_calendar_sync (
  instructor_id uuid primary key references instructor_profiles (user_id) on delete cascade,
  -- False once Google no longer lets us in: nothing is asked of it until the coach connects again.
  sync_enabled boolean not null default true,
  calendar_id uuid not null unique references other_calendars (id) on delete cascade,
  -- The account's address, which is the name of its first calendar.
  account text not null check (length(account) between 1 and 320),
  -- Encrypted: who has them reads and writes the calendar.
  refresh_token bytea,
  access_token bytea,
  access_ends_at timestamptz,
  may_write boolean not null default false,
  -- Which calendar lessons are written to, as Google names it; null for none.
  target_calendar text,
  -- Why lessons can't be written; null while they are.
  write_failure text,
  -- Rises with every choice and every new access, so that an older reading does not undo a newer choice.
  version integer not null default 1,
  -- One job writes a coach's lessons at a time: who does says until when.
  writing_until timestamptz,
  connected_at timestamptz not null default current_instant(),
  check (sync_enabled = (refresh_token is not null)),
  check ((access_token is null) = (access_ends_at is null)),
  check (target_calendar is null or may_write)
);

-- What is in the account's list, and what of it keeps the coach busy.
create table google_calendars (
  instructor_id uuid not null references google_calendar_sync (instructor_id) on delete cascade,
  google_id text not null check (length(google_id) between 1 and 1024),
  name text not null check (length(name) between 1 and 200),
  is_primary boolean not null,
  is_owned boolean not null,
  counts_busy boolean not null default false,
  primary key (instructor_id, google_id)
);

-- Lessons that were written to a calendar, or are about to be. They stay when the coach disconnects, so that connecting
-- again takes away what was cancelled meanwhile.
create table google_lesson_events (
  booking_id uuid not null references bookings (id) on delete cascade,
  google_id text not null,
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Where the event was until the change that is under way; its time is kept from counting as busy, too.
  was_starts_at timestamptz,
  was_ends_at timestamptz,
  -- Which change of the lesson is written; null while none is.
  change_number integer,
  primary key (booking_id, google_id),
  check ((was_starts_at is null) = (was_ends_at is null))
);
create index lesson_events_of_a_coach on google_lesson_events (instructor_id, ends_at);

-- A coach who is at Google right now to allow us in. An answer is taken once, from the one who asked.
create table google_consents (
  state_hash bytea primary key,
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  verifier bytea not null,
  expires_at timestamptz not null
);
create index consents_of_a_coach on google_consents (instructor_id);

-- Access that is to be given back to Google: whatever ends it, a row is left here until Google heard of it.
create table google_access_ended (
  id uuid primary key default gen_random_uuid(),
  -- Without a reference: it is given back when the account is gone, too. The token was sealed for this coach.
  coach_id uuid not null,
  refresh_token bytea not null,
  ended_at timestamptz not null default current_instant()
);
create function keep_ended_google_access() returns trigger language plpgsql as $$
begin
  if old.refresh_token is not null then
    insert into google_access_ended (coach_id, refresh_token) values (old.instructor_id, old.refresh_token);
  end if;
  return null;
end $$;
create trigger google_access_ends after delete on google_calendar_sync
  for each row execute function keep_ended_google_access();
