-- Codes of the United States, and the three-character areas of Canada with their province spelled out.
create table zip_codes (
  zip text primary key check (zip ~ '^(\d{5}|[A-Z]\d[A-Z])$'),
  city text not null,
  state text not null,
  -- Unknown for a few of the Canadian areas; nobody is near those.
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180)
);

create table instructor_profiles (
  user_id uuid primary key references profiles (id) on delete cascade,
  display_name text check (char_length(display_name) <= 100),
  bio text check (char_length(bio) <= 4000),
  location text,
  hourly_rate numeric(10, 2) not null default 85 check (hourly_rate >= 0 and hourly_rate <= 10000),
  specialties text[] not null default '{}',
  profile_image_url text,
  launch_monitor text,
  credentials text[] not null default '{}',
  is_visible boolean not null default false,
  instant_book_enabled boolean not null default false,
  gallery_images text[] not null default '{}',
  custom_reviews jsonb not null default '[]' check (jsonb_typeof(custom_reviews) = 'array'),
  ai_caddie_enabled boolean not null default true,
  instant_book_calendar_id uuid,
  min_booking_notice_hours integer not null default 24 check (min_booking_notice_hours between 0 and 720),
  max_booking_window_days integer not null default 30 check (max_booking_window_days between 1 and 365),
  slot_step_minutes integer not null default 30 check (slot_step_minutes in (15, 30, 60)),
  buffer_minutes integer not null default 0 check (buffer_minutes between 0 and 120),
  lesson_durations integer[] not null default '{60,90,120}',
  gender text check (gender in ('female', 'male')),
  facility_types text[] not null default '{}',
  years_coaching integer check (years_coaching between 0 and 80),
  time_zone text not null default 'America/New_York',
  -- Maintained by triggers: rating over booked and imported reviews, 0 when there are none.
  booked_rating_sum integer not null default 0,
  booked_rating_count integer not null default 0,
  rating numeric(2, 1) not null default 0,
  review_count integer not null default 0,
  created_at timestamptz not null default now(),
  constraint notice_is_shorter_than_window check (min_booking_notice_hours < max_booking_window_days * 24)
);

create table instructor_teaching_locations (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  location_name text not null,
  address text,
  city text not null,
  state char(2) not null,
  zip char(5),
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  time_zone text not null,
  is_primary boolean not null default false,
  created_at timestamptz not null default now(),
  -- Unit vector of the place: the chord between two of them gives the distance without trigonometry per row.
  ux double precision generated always as (cos(radians(lat)) * cos(radians(lng))) stored,
  uy double precision generated always as (cos(radians(lat)) * sin(radians(lng))) stored,
  uz double precision generated always as (sin(radians(lat))) stored
);
create unique index one_primary_location_a_coach on instructor_teaching_locations (instructor_id) where is_primary;
create index locations_of_a_coach on instructor_teaching_locations (instructor_id);
create index locations_by_coordinates on instructor_teaching_locations (lat, lng) include (instructor_id, ux, uy, uz);

-- A named set of weekly hours, often one per place. instant_book_calendar_id picks one; null means all.
create table availability_calendars (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  name text not null,
  teaching_location_id uuid references instructor_teaching_locations (id) on delete set null,
  unique (instructor_id, name)
);
alter table instructor_profiles add foreign key (instant_book_calendar_id)
  references availability_calendars (id) on delete set null;

-- Wall-clock hours in the zone of the teaching place. 0 is Sunday. 24:00 is the end of the day.
create table instructor_availability (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  day_of_week smallint not null check (day_of_week between 0 and 6),
  start_time time not null,
  end_time time not null,
  is_available boolean not null default true,
  calendar_type_id uuid references availability_calendars (id) on delete cascade,
  check (start_time < end_time)
);
create index availability_of_a_coach on instructor_availability (instructor_id, day_of_week);

create table instructor_blocked_dates (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  blocked_date date not null,
  start_time time,
  end_time time,
  reason text,
  check ((start_time is null) = (end_time is null)),
  check (start_time is null or start_time < end_time)
);
create index blocked_dates_of_a_coach on instructor_blocked_dates (instructor_id, blocked_date);

create table student_calendar_access (
  student_id uuid not null references profiles (id) on delete cascade,
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  granted_at timestamptz not null default now(),
  primary key (student_id, instructor_id)
);

-- One narrow row a coach: what a booking locks, and a version that says whether the rules it read still hold.
create table instructor_schedules (
  instructor_id uuid primary key references instructor_profiles (user_id) on delete cascade,
  version bigint not null default 1
);
create function open_schedule() returns trigger language plpgsql as $$
begin
  insert into instructor_schedules (instructor_id) select user_id from added on conflict do nothing;
  return null;
end $$;
create trigger coaches_get_a_schedule after insert on instructor_profiles
  referencing new table as added for each statement execute function open_schedule();

create function bump_schedules() returns trigger language plpgsql as $$
begin
  update instructor_schedules s set version = s.version + 1
    where s.instructor_id in (select instructor_id from touched);
  return null;
end $$;
do $$
declare
  owned text;
begin
  foreach owned in array array['instructor_availability', 'instructor_blocked_dates', 'instructor_teaching_locations'] loop
    execute format('create trigger %1$s_bump_on_insert after insert on %1$s referencing new table as touched for each statement execute function bump_schedules()', owned);
    execute format('create trigger %1$s_bump_on_update after update on %1$s referencing new table as touched for each statement execute function bump_schedules()', owned);
    execute format('create trigger %1$s_bump_on_delete after delete on %1$s referencing old table as touched for each statement execute function bump_schedules()', owned);
  end loop;
end $$;
create function bump_own_schedule() returns trigger language plpgsql as $$
begin
  update instructor_schedules set version = version + 1 where instructor_id = new.user_id;
  return null;
end $$;
create trigger coach_rules_bump_schedule after update of hourly_rate, is_visible, instant_book_enabled,
  instant_book_calendar_id, min_booking_notice_hours, max_booking_window_days, slot_step_minutes, buffer_minutes,
  lesson_durations, time_zone on instructor_profiles for each row execute function bump_own_schedule();
create function announce_slots() returns trigger language plpgsql as $$
begin
  perform pg_notify('greenside', 'coach-slots:' || new.instructor_id);
  return null;
end $$;
create trigger schedules_announce_slots after update on instructor_schedules
  for each row execute function announce_slots();
