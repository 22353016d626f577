-- What a coach blocks or opens in one act shares a number, and a later act wins over an earlier one: a time opened within a
-- holiday is open, a day blocked afterwards is blocked.
create sequence availability_acts;
alter table instructor_blocked_dates add column act bigint not null default nextval('availability_acts');

-- Times outside of the weekly hours, on one date, by the clock of the place. Without a place they hold at all of them.
create table instructor_openings (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  opening_date date not null,
  start_time time not null,
  end_time time not null,
  teaching_location_id uuid references instructor_teaching_locations (id) on delete cascade,
  note text,
  act bigint not null default nextval('availability_acts'),
  check (start_time < end_time)
);
create index openings_of_a_coach on instructor_openings (instructor_id, opening_date);

-- Null: every week. Otherwise every other one, by whether the number of weeks since Monday, January 5, 1970 is even or odd.
alter table instructor_availability add column week_parity smallint check (week_parity in (0, 1));

do $$
declare
  owned text;
begin
  foreach owned in array array['instructor_openings', 'availability_calendars'] loop
    execute format('create trigger %1$s_bump_on_insert after insert on %1$s referencing new table as touched for each statement execute function bump_schedules()', owned);
    execute format('create trigger %1$s_bump_on_update after update on %1$s referencing new table as touched for each statement execute function bump_schedules()', owned);
    execute format('create trigger %1$s_bump_on_delete after delete on %1$s referencing old table as touched for each statement execute function bump_schedules()', owned);
  end loop;
end $$;
