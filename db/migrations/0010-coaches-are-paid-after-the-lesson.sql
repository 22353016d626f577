-- The account at the payment processor that a coach's share is sent to.
create table payout_accounts (
  instructor_id uuid primary key references instructor_profiles (user_id) on delete restrict,
  provider_account_id text not null unique,
  status text not null default 'pending' check (status in ('pending', 'active')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A coach's share of one lesson. Amount and account are written before the money is sent, so that a second try says the same.
create table payouts (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null unique references bookings (id) on delete restrict,
  instructor_id uuid not null references instructor_profiles (user_id) on delete restrict,
  due_at timestamptz not null,
  status text not null default 'held' check (status in ('held', 'sending', 'sent', 'nothing_due')),
  amount_cents integer check (amount_cents > 0),
  provider_account_id text,
  provider_transfer_id text unique,
  last_error text,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  check (status not in ('sending', 'sent') or (amount_cents is not null and provider_account_id is not null)),
  check ((status = 'sent') = (provider_transfer_id is not null and sent_at is not null))
);
create index payouts_to_send on payouts (due_at) where status in ('held', 'sending');
create index payouts_of_a_coach on payouts (instructor_id, due_at desc);

-- What a coach gives back because the student was refunded after the coach had been paid.
create table payout_reversals (
  id uuid primary key default gen_random_uuid(),
  payout_id uuid not null references payouts (id) on delete restrict,
  amount_cents integer not null check (amount_cents > 0),
  status text not null default 'sending' check (status in ('sending', 'sent')),
  provider_reversal_id text unique,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  check ((status = 'sent') = (provider_reversal_id is not null and sent_at is not null))
);
create index reversals_of_a_payout on payout_reversals (payout_id);

create table local_vendor.accounts (
  id text primary key,
  idempotency_key text not null unique,
  email text not null,
  created_at timestamptz not null default now()
);
create table local_vendor.transfers (
  id text primary key,
  idempotency_key text not null unique,
  payment_intent_id text not null,
  account_id text not null references local_vendor.accounts (id),
  amount_cents integer not null check (amount_cents > 0),
  created_at timestamptz not null default now()
);
create table local_vendor.transfer_reversals (
  id text primary key,
  idempotency_key text not null unique,
  transfer_id text not null references local_vendor.transfers (id),
  amount_cents integer not null check (amount_cents > 0),
  created_at timestamptz not null default now()
);
