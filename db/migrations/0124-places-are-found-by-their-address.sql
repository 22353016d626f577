-- What a geocoding service said of a coach's place: a row a place, so that the same address is asked for once. `asked_for` is a
-- fingerprint of the address as it stood then; a place that has another one by now is asked for again. Without an answer the row says
-- that somebody is asking.
create table place_lookups (
  place_id uuid primary key references instructor_teaching_locations (id) on delete cascade,
  asked_for text not null,
  asked_at timestamptz not null,
  -- `address`: the service knows the very address; `area`: it does not, and the middle of the ZIP code or town holds.
  found_by text check (found_by in ('address', 'area')),
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  constraint an_address_has_a_point check (found_by is distinct from 'address' or (lat is not null and lng is not null))
);
create index place_lookups_by_address on place_lookups (asked_for) where found_by is not null;
