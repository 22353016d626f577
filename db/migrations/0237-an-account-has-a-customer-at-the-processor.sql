-- The customer that an account has at the payment processor, which keeps the account's cards there. No card is stored here.
create table payment_customers (
  -- Also the key with which the customer is created, so that two checkouts at once create one.
  id uuid primary key default gen_random_uuid(),
  -- Null once the customer has ended: the account was closed or claimed, or the processor no longer knew the customer.
  user_id uuid unique references profiles (id) on delete restrict,
  -- Null until the processor has created it.
  customer_id text unique,
  -- The address that the processor has.
  email text,
  created_at timestamptz not null default current_instant(),
  -- The row is deleted once the processor has deleted the customer.
  ended_at timestamptz,
  check ((user_id is null) = (ended_at is not null))
);
create index customers_to_delete on payment_customers (ended_at) where ended_at is not null;

-- The stand-in for the processor keeps test cards. `later` is what happens when the card pays again.
create table local_vendor.customers (
  id text primary key,
  idempotency_key text not null unique,
  email text,
  created_at timestamptz not null default current_instant()
);
create table local_vendor.cards (
  id text primary key,
  customer_id text not null references local_vendor.customers (id) on delete cascade,
  brand text not null,
  last4 text not null check (last4 ~ '^\d{4}$'),
  exp_month integer not null check (exp_month between 1 and 12),
  exp_year integer not null,
  fingerprint text not null,
  later text not null check (later in ('paid', 'declined', 'insufficient_funds', 'confirmation_needed')),
  refunds_come_back boolean not null,
  created_at timestamptz not null default current_instant(),
  unique (customer_id, fingerprint)
);
