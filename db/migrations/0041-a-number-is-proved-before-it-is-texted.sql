-- Who wants texts proves the number first, with a code that is texted to it. Only a hash of the code is kept.
create table phone_codes (
  user_id uuid primary key references profiles (id) on delete cascade,
  phone text not null check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  tries smallint not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null,
  created_at timestamptz not null
);

-- A yes counts when the number was proved in saying it. Those from before were not, and have to be said again.
alter table sms_consents add column is_proved boolean not null default false;
