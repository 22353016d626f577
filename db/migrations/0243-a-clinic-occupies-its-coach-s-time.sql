-- Each date of a published clinic is a row of the coach's occupied time (decision 0123), of kind 'lesson', so that the guard against double
-- booking covers it as it is. The guard is not rebuilt, because that would lock the table for the time it takes to build an index.
alter table occupancies add column clinic_date_id uuid;
alter table occupancies drop constraint occupancies_check1;
alter table occupancies add constraint occupancies_refer_to_one_thing check (num_nonnulls(booking_id, clinic_date_id) = 1) not valid;
alter table occupancies add constraint occupancies_clinic_date_fkey
  foreign key (clinic_date_id) references clinic_dates (id) on delete cascade not valid;
