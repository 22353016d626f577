-- A seat in a clinic is a booking with its own payment, terms and refund. The clinic occupies the coach's time; its seats do not. A seat
-- begins with the first date and ends with the last one, so that its coach is paid after the last one; its duration is that of the first
-- date. Like the place, the dates are kept as they were bought: [{"start": …, "end": …}] in ISO 8601, ascending.
alter table bookings add column clinic_id uuid, add column seat_dates jsonb;
alter table bookings add constraint bookings_clinic_fkey foreign key (clinic_id) references clinics (id) on delete restrict not valid;
alter table bookings drop constraint bookings_check;
alter table bookings add constraint lessons_last_as_long_as_they_say check (
  case when clinic_id is null then extract(epoch from (lesson_end - lesson_date)) = duration_minutes * 60
    else extract(epoch from (lesson_end - lesson_date)) >= duration_minutes * 60 end) not valid;
alter table bookings add constraint seats_have_dates check ((clinic_id is null) = (seat_dates is null)) not valid;
