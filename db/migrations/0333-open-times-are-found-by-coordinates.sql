-- runs outside a transaction
create index concurrently if not exists open_starts_by_coordinates on open_starts (lat, lng);
