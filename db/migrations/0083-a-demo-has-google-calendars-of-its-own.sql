-- The stand-in for Google Calendar: who allowed us in, and what is in their calendars.
create table local_vendor.calendar_codes (
  code text primary key,
  account text not null,
  code_challenge text not null,
  redirect_uri text not null,
  may_read boolean not null,
  may_write boolean not null,
  expires_at timestamptz not null
);
create table local_vendor.calendar_grants (
  refresh_token text primary key,
  account text not null,
  may_read boolean not null,
  may_write boolean not null
);
create table local_vendor.calendar_events (
  account text not null,
  calendar_id text not null,
  id text not null,
  title text not null,
  description text not null default '',
  place text not null default '',
  url text not null default '',
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (account, calendar_id, id)
);
