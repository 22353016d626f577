-- Public keys of people's devices (decision 0145). The sign-in library reads and writes them.
create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  -- Chosen by the device; in base64url.
  credential_id text not null unique check (char_length(credential_id) between 1 and 1400),
  public_key text not null check (char_length(public_key) <= 4000),
  -- How often the device has signed; most devices always say 0.
  counter bigint not null default 0,
  device_type text not null,
  is_backed_up boolean not null,
  transports text check (char_length(transports) <= 200),
  -- The model of the device or password manager.
  aaguid text check (char_length(aaguid) <= 40),
  created_at timestamptz not null default current_instant(),
  last_used_at timestamptz
);
create index passkeys_of_a_user on passkeys (user_id, created_at);
