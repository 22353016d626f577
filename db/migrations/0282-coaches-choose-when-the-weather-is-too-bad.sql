-- When bad weather lets a student move or cancel without a fee (decision 0140); copied to each lesson when it is booked.
alter table instructor_profiles add column rain_check text not null default 'off',
  add constraint instructor_profiles_rain_check_check check (rain_check in ('off', 'storms', 'likely_rain', 'any_rain')) not valid;

-- Weather matters only at outdoor places.
alter table instructor_teaching_locations add column is_outdoor boolean not null default true;
