-- The coach's rule when the lesson was booked, 'off' at an indoor place; since when the weather lets its student move or cancel
-- without a fee, null when it does not; when the coach called it off, null while it takes place.
alter table bookings add column rain_check text not null default 'off', add column weather_since timestamptz,
  add column called_off_at timestamptz,
  add constraint bookings_rain_check_check check (rain_check in ('off', 'storms', 'likely_rain', 'any_rain')) not valid,
  add constraint a_lesson_is_called_off_because_of_the_weather check (called_off_at is null or weather_since is not null) not valid;
