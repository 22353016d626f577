-- Which version of a proposal was accepted: money that comes late for an older one goes back.
alter table bookings add column proposal_version integer check (proposal_version >= 1);
-- Terms no longer change once accepted: these were made for the version there is.
update bookings b set proposal_version = o.version from lesson_proposals o
  where o.id = b.proposal_id and b.status in ('pending', 'confirmed', 'completed');
create index payments_by_age on payments (created_at, id);

-- A second factor: an app on one's phone that shows a new code every half minute.
alter table profiles add column two_factor_enabled boolean not null default false;

create table two_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references profiles (id) on delete cascade,
  -- Both encrypted with the server's secret.
  secret text not null,
  backup_codes text not null,
  -- Until a first code was entered, nothing is asked for.
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  created_at timestamptz not null default now()
);

-- A code counts once, although it is good for a minute.
create table two_factor_codes_used (
  user_id uuid not null references profiles (id) on delete cascade,
  code text not null,
  used_at timestamptz not null,
  primary key (user_id, code)
);
