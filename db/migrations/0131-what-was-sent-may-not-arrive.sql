-- What became of a message after the provider took it. `status` stays what we did with it.
alter table email_logs add column provider_id text,
  add column delivery text check (delivery in ('delivered', 'undelivered', 'complained')),
  add column delivery_at timestamptz,
  add column delivery_note text;
alter table sms_logs add column provider_id text,
  add column delivery text check (delivery in ('delivered', 'undelivered')),
  add column delivery_at timestamptz,
  add column delivery_note text;
create index emails_by_provider_id on email_logs (provider_id) where provider_id is not null;
create index texts_by_provider_id on sms_logs (provider_id) where provider_id is not null;
create index emails_that_did_not_arrive on email_logs (created_at, id) where delivery in ('undelivered', 'complained');
create index texts_that_did_not_arrive on sms_logs (created_at, id) where delivery = 'undelivered';

-- What providers say of messages, each once. One that comes before we have written down the provider's id waits here for it.
create table delivery_reports (
  channel text not null check (channel in ('email', 'sms')),
  -- The provider's id of the report; of a text its id and what became of it.
  report_id text not null,
  -- A signature that covers no more than this is good for one report.
  token text unique,
  provider_id text,
  outcome text not null check (outcome in ('delivered', 'undelivered', 'complained')),
  note text,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  primary key (channel, report_id)
);
create index delivery_reports_of_a_message on delivery_reports (channel, provider_id) where provider_id is not null;
create index delivery_reports_by_age on delivery_reports (received_at);

-- Addresses that letters do not reach, or whose reader called one spam: in small letters, until proven anew or lifted by an admin.
create table suppressed_addresses (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  reason text not null check (reason in ('bounced', 'complained')),
  note text,
  since timestamptz not null,
  -- What happened before counts no more.
  lifted_at timestamptz
);
create index suppressed_addresses_newest on suppressed_addresses (since, id) where lifted_at is null;
create index suppressed_addresses_by_words on suppressed_addresses using gin (email gin_trgm_ops);

-- A provider may say that a number takes no texts.
alter table sms_consents drop constraint sms_consents_source_check,
  add constraint sms_consents_source_check
    check (source in ('settings', 'text_message', 'unsubscribe_page', 'signed_out_everywhere', 'provider', 'seed'));
