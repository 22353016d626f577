alter table occupancies validate constraint occupancies_refer_to_one_thing;
alter table occupancies validate constraint occupancies_clinic_date_fkey;
alter table bookings validate constraint bookings_clinic_fkey;
alter table bookings validate constraint lessons_last_as_long_as_they_say;
alter table bookings validate constraint seats_have_dates;
