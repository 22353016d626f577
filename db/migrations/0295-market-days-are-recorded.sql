-- What the coaches of an area offered on one day, because open times of the past are not kept (decision 0143).
create table market_days (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  -- The first three characters of a ZIP code, or `none`.
  area text not null check (area ~ '^([0-9]{3}|[A-Z][0-9][A-Z]|none)$'),
  -- Coaches who were listed when the day began, and of these, coaches with an opening within 72 hours.
  listed integer not null check (listed >= 0),
  open integer not null check (open between 0 and listed),
  -- Open and booked time of coaches who can be booked at once, and the booked part of it.
  offered_minutes integer not null check (offered_minutes >= 0),
  booked_minutes integer not null check (booked_minutes between 0 and offered_minutes),
  unique (day, area)
);
