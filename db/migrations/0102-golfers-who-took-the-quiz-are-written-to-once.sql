-- Addresses of people without an account that we write to of ourselves, and whether they said no. A letter to one carries the id.
create table address_subscriptions (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and char_length(email) <= 255),
  kind text not null,
  stopped_at timestamptz,
  created_at timestamptz not null default current_instant(),
  constraint one_subscription_an_address unique (email, kind)
);
