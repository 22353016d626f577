-- What a mailed link may do, once. Only a hash is kept: who reads this table cannot use what is in it.
create table account_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  purpose text not null check (purpose in ('password-reset', 'magic-link', 'email-verification', 'email-change')),
  user_id uuid not null references profiles (id) on delete cascade,
  -- Where the link was sent: using it proves that whoever holds it reads this mailbox.
  email text not null check (char_length(email) <= 255),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);
create index links_of_a_person on account_links (user_id, purpose, created_at);

-- A closed account keeps its row, without the person, because lessons and payments refer to it.
-- A suspended one can be opened again.
alter table profiles
  add column closed_at timestamptz,
  add column suspended_at timestamptz;
alter table profiles add check (char_length(city) <= 100);

create trigger closing_announces_change after update of closed_at, suspended_at on profiles
  for each row when (old.closed_at is distinct from new.closed_at or old.suspended_at is distinct from new.suspended_at)
  execute function announce_profile_change();

-- What somebody on the way to being a coach has typed so far, right or wrong.
create table coach_drafts (
  user_id uuid primary key references profiles (id) on delete cascade,
  draft jsonb not null default '{}' check (jsonb_typeof(draft) = 'object' and length(draft::text) <= 40000),
  updated_at timestamptz not null default now()
);
