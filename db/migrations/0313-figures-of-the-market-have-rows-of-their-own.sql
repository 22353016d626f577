-- The rows behind the figures about the market, and their sums by month (decision 0156). They repeat what bookings, ledger and places say,
-- and are kept by a job; `market_changes` says what is to be repeated again. Months begin in New York.

-- Lessons that students booked on the site and that were not canceled, by the time of booking.
create table market_lessons (
  booking_id uuid primary key,
  at timestamptz not null,
  -- When the student booked the first of them.
  first_at timestamptz not null,
  student_id uuid not null,
  coach_id uuid not null,
  -- Days from joining to this booking.
  days integer not null,
  -- The first three characters of a ZIP code, or `none`.
  area text not null,
  is_first boolean not null,
  -- The student's first one of the month, so that such rows are people.
  is_counted boolean not null,
  -- The student's first one of all was in an earlier month.
  is_return boolean not null
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
create index market_lessons_of_a_student on market_lessons (student_id);
create index market_lessons_by_time on market_lessons (at, booking_id);
create index market_lessons_of_an_area on market_lessons (area, at, booking_id);
create index market_first_lessons_by_time on market_lessons (at) include (area, days) where is_first;
create index market_first_lessons_of_an_area on market_lessons (area, at) include (days) where is_first;

-- Transactions of the ledger with sales, a fee or refunds, in cents.
create table market_entries (
  transaction_id uuid primary key,
  at timestamptz not null,
  booking_id uuid,
  coach_id uuid,
  gross integer not null,
  fee integer not null,
  refunds integer not null,
  kind text not null,
  area text not null
) with (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
create index market_entries_by_time on market_entries (at, transaction_id);
create index market_entries_of_an_area on market_entries (area, at, transaction_id);

-- Sums of both by month and area.
create table market_months (
  month date not null,
  area text not null,
  lessons integer not null default 0,
  first_lessons integer not null default 0,
  returned integer not null default 0,
  gross bigint not null default 0,
  fee bigint not null default 0,
  refunds bigint not null default 0,
  primary key (month, area)
) with (fillfactor = 80);

-- Students who booked in a month, by the month of their first lesson.
create table market_returns (
  first_month date not null,
  month date not null,
  area text not null,
  students integer not null,
  primary key (first_month, month, area)
) with (fillfactor = 80);

-- Students who booked their first lesson in a month, by the number of days since they joined.
create table market_first_days (
  month date not null,
  days integer not null,
  students integer not null,
  primary key (month, days)
) with (fillfactor = 80);

-- Searches of months that have ended.
create table market_searches (
  month date not null,
  area text not null,
  searches integer not null,
  without_result integer not null,
  -- ZIP codes that were searched without a result.
  zips_in_vain integer not null,
  primary key (month, area)
);

-- Listed coaches with their soonest opening, computed every ten minutes.
create table market_coaches (
  coach_id uuid primary key,
  area text not null,
  soonest timestamptz
) with (fillfactor = 80);

-- What is to be repeated again: the lessons of a student, all of a coach, the money of a lesson, an entry of the ledger, a day of both, or
-- the month of a search. Each change adds a row, so that no transaction waits for another one.
create table market_changes (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('student', 'coach', 'lesson', 'entry', 'day', 'search')),
  subject_id uuid,
  day date,
  noted_at timestamptz not null default current_instant(),
  check (num_nonnulls(subject_id, day) = 1 and (kind = 'day') = (day is not null))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create function note_market_student() returns trigger language plpgsql as $$
begin
  insert into market_changes (kind, subject_id)
  select distinct 'student', student from (values (old.student_id), (new.student_id)) as students (student) where student is not null;
  return null;
end $$;
create trigger new_lessons_note_market after insert on bookings
  for each row when (new.status in ('confirmed', 'completed')) execute function note_market_student();
create trigger changed_lessons_note_market after update on bookings
  for each row when ((old.status in ('confirmed', 'completed') or new.status in ('confirmed', 'completed'))
    and (old.status in ('confirmed', 'completed'), old.is_demonstration, old.entered_by_coach, old.student_id, old.instructor_id, old.created_at,
      old.teaching_location_id) is distinct from (new.status in ('confirmed', 'completed'), new.is_demonstration, new.entered_by_coach, new.student_id,
      new.instructor_id, new.created_at, new.teaching_location_id))
  execute function note_market_student();
create trigger deleted_lessons_note_market after delete on bookings
  for each row when (old.status in ('confirmed', 'completed')) execute function note_market_student();

-- A lesson at another place: its money belongs to another area.
create function note_market_lesson() returns trigger language plpgsql as $$
begin
  insert into market_changes (kind, subject_id) values ('lesson', new.id);
  return null;
end $$;
create trigger moved_lessons_note_market after update on bookings
  for each row when ((old.teaching_location_id, old.instructor_id) is distinct from (new.teaching_location_id, new.instructor_id))
  execute function note_market_lesson();

create function note_market_entry() returns trigger language plpgsql as $$
begin
  insert into market_changes (kind, subject_id) values ('entry', coalesce(new.id, old.id));
  return null;
end $$;
create trigger entries_note_market after insert or delete on ledger_transactions
  for each row execute function note_market_entry();

create function note_market_coach() returns trigger language plpgsql as $$
begin
  insert into market_changes (kind, subject_id)
  select distinct 'coach', coach from (values (old.instructor_id), (new.instructor_id)) as coaches (coach) where coach is not null;
  return null;
end $$;
create trigger new_places_note_market after insert on instructor_teaching_locations
  for each row when (new.is_primary) execute function note_market_coach();
create trigger changed_places_note_market after update on instructor_teaching_locations
  for each row when ((old.zip, old.is_primary, old.instructor_id) is distinct from (new.zip, new.is_primary, new.instructor_id))
  execute function note_market_coach();
create trigger deleted_places_note_market after delete on instructor_teaching_locations
  for each row execute function note_market_coach();

-- Only months that have ended are added up, and only a mark as a test changes them.
create function note_market_search() returns trigger language plpgsql as $$
begin
  insert into market_changes (kind, subject_id) values ('search', new.id);
  return null;
end $$;
create trigger marked_searches_note_market after update on search_history
  for each row when (old.is_test is distinct from new.is_test) execute function note_market_search();
