-- runs outside a transaction
create unique index concurrently if not exists one_occupancy_a_clinic_date on occupancies (clinic_date_id) where clinic_date_id is not null;
