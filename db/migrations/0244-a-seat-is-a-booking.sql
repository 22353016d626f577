-- A seat in a clinic is a booking with its own payment, terms and refund. The clinic occupies the coach's time; its seats do not.
alter table bookings add column clinic_id uuid;
alter table bookings add constraint bookings_clinic_fkey foreign key (clinic_id) references clinics (id) on delete restrict not valid;
