-- Left to the worker, which adds up some days at a time.
-- few rows: one for each day with lessons.
insert into revenue_changes (day)
select generate_series((min(lesson_date) at time zone 'America/New_York')::date, (max(lesson_date) at time zone 'America/New_York')::date,
  interval '1 day')::date
from bookings;
