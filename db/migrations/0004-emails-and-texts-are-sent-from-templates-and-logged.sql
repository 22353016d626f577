create table email_templates (
  id uuid primary key default gen_random_uuid(),
  template_key text not null unique,
  template_name text not null,
  subject text not null,
  html_content text not null,
  variables text[] not null default '{}',
  updated_at timestamptz not null default now()
);

create table sms_templates (
  id uuid primary key default gen_random_uuid(),
  template_key text not null unique,
  template_name text not null,
  message_content text not null,
  variables text[] not null default '{}',
  updated_at timestamptz not null default now()
);

-- dedupe_key names the business event, so that a job that runs twice sends once.
create table email_logs (
  id uuid primary key default gen_random_uuid(),
  dedupe_key text unique,
  template_key text not null,
  recipient_email text not null,
  recipient_name text,
  subject text not null,
  status text not null check (status in ('sending', 'sent', 'failed')),
  error_message text,
  metadata jsonb not null default '{}',
  sent_at timestamptz,
  created_at timestamptz not null default now()
);
create index newest_email_logs on email_logs (created_at desc);

create table sms_logs (
  id uuid primary key default gen_random_uuid(),
  dedupe_key text unique,
  template_key text not null,
  recipient_phone text not null,
  recipient_name text,
  message_content text not null,
  status text not null check (status in ('sending', 'sent', 'failed')),
  error_message text,
  sent_at timestamptz,
  created_at timestamptz not null default now()
);
create index newest_sms_logs on sms_logs (created_at desc);

create table platform_config (
  config_key text primary key,
  config_value text not null,
  updated_at timestamptz not null default now()
);

-- What the local stand-ins of vendors remember: our own "processor" and "mail provider" of the demo.
create schema local_vendor;
create table local_vendor.checkouts (
  id text primary key,
  idempotency_key text not null unique,
  booking_id text not null,
  amount_cents integer not null,
  currency text not null,
  description text not null,
  customer_email text,
  success_url text not null,
  cancel_url text not null,
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  payment_intent_id text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create table local_vendor.refunds (
  id text primary key,
  idempotency_key text not null unique,
  payment_intent_id text not null,
  amount_cents integer not null,
  created_at timestamptz not null default now()
);
create table local_vendor.events (
  id text primary key,
  type text not null,
  payload jsonb not null,
  delivered_at timestamptz,
  attempts integer not null default 0,
  created_at timestamptz not null default now()
);
create index events_to_deliver on local_vendor.events (created_at) where delivered_at is null;
create table local_vendor.outbox (
  id uuid primary key default gen_random_uuid(),
  idempotency_key text not null unique,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text,
  body_html text,
  body_text text not null,
  created_at timestamptz not null default now()
);
create index newest_in_outbox on local_vendor.outbox (created_at desc);
