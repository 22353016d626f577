-- Addresses that somebody's programs listen at. The secret signs what is sent and is kept sealed.
create table webhook_endpoints (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles (id) on delete cascade,
  url text not null check (length(url) between 1 and 500),
  events text[] not null check (cardinality(events) > 0),
  secret bytea not null,
  created_at timestamptz not null default current_instant(),
  -- Since when nothing arrived; null when the last try did.
  failing_since timestamptz,
  -- Nothing is sent any more: nothing arrived for days, or the address said that it is gone.
  disabled_at timestamptz
);
create index webhook_endpoints_of_somebody on webhook_endpoints (user_id, created_at);

-- Each thing that was told to an address, and how that went.
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  event text not null,
  -- As it is signed and sent, each time the same.
  body text not null check (octet_length(body) <= 20000),
  created_at timestamptz not null default current_instant(),
  attempts integer not null default 0,
  last_attempt_at timestamptz,
  -- What the address answered, or why it did not.
  last_status integer,
  last_fault text,
  delivered_at timestamptz
);
create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, created_at desc, id);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
