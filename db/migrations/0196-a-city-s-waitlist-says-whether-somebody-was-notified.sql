-- The specification's name for it; the status says the same.
alter table city_waitlist add column notified boolean generated always as (status = 'notified') stored;
