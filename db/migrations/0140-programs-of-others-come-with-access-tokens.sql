-- What lets a program of somebody's call the API as them. The token itself is shown once and kept nowhere.
create table access_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  -- SHA-256 of the token: it has 256 bits by chance, so nothing slower is needed.
  hash bytea not null unique check (octet_length(hash) = 32),
  -- Its last four characters, by which its owner knows it again.
  ending text not null check (length(ending) = 4),
  scopes text[] not null check (
    cardinality(scopes) > 0
    and scopes <@ array['profile:read', 'bookings:read', 'bookings:write', 'messages:read', 'messages:write']),
  created_at timestamptz not null default current_instant(),
  -- Null: until it is taken back.
  expires_at timestamptz,
  last_used_at timestamptz
);
create index access_tokens_of_somebody on access_tokens (user_id, created_at);
