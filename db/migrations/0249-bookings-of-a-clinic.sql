-- runs outside a transaction
create index concurrently if not exists bookings_of_a_clinic on bookings (clinic_id) where clinic_id is not null;
