-- Which other kinds of lessons students book at open times. Otherwise they are booked on request, as before.
alter table instructor_profiles
  add column group_bookable boolean not null default false,
  add column playing_minutes smallint check (playing_minutes between 60 and 360);
