-- What a person is told, once for each business event. Its unique key is what keeps every channel from saying it twice.
create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles (id) on delete cascade,
  kind text not null check (kind in ('lesson_booked', 'lesson_changed', 'lesson_cancelled', 'refund', 'lesson_reminder',
    'review_request', 'review_received', 'message', 'proposal', 'payout', 'dispute', 'ticket_reply')),
  business_key text not null check (char_length(business_key) between 1 and 200),
  title text not null check (char_length(title) between 1 and 200),
  body text not null default '' check (char_length(body) <= 500),
  -- A page of ours and nothing else.
  href text not null check (href ~ '^/([^/\\]|$)' and char_length(href) <= 500),
  -- False for those who do not want this kind in their list: the row still says that they were told.
  in_app boolean not null default true,
  read_at timestamptz,
  created_at timestamptz not null
);
create unique index people_are_told_once on notifications (user_id, kind, business_key);
create index newest_notifications_of_a_person on notifications (user_id, created_at desc, id) where in_app;
create index unread_notifications_of_a_person on notifications (user_id) where in_app and read_at is null;

create function announce_notification() returns trigger language plpgsql as $$
begin
  perform pg_notify('greenside', 'notices:' || new.user_id);
  return null;
end $$;
create trigger notifications_announce_insert after insert on notifications
  for each row when (new.in_app) execute function announce_notification();
create trigger notifications_announce_reading after update of read_at on notifications
  for each row when (old.read_at is distinct from new.read_at) execute function announce_notification();

-- Only what differs from what the product does by itself.
create table notification_preferences (
  user_id uuid not null references profiles (id) on delete cascade,
  kind text not null,
  channel text not null check (channel in ('in_app', 'email', 'sms', 'push')),
  enabled boolean not null,
  updated_at timestamptz not null,
  primary key (user_id, kind, channel)
);

-- Quiet hours are wall clock in the person's own zone, in minutes since midnight; from 22:00 until 7:00 goes over midnight.
-- Both null: none wanted. Without a row the product's own hours hold.
create table notification_settings (
  user_id uuid primary key references profiles (id) on delete cascade,
  time_zone text,
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_until smallint check (quiet_until between 0 and 1439),
  updated_at timestamptz not null,
  constraint quiet_hours_have_two_ends check ((quiet_from is null) = (quiet_until is null)),
  constraint quiet_hours_end check (quiet_from <> quiet_until)
);

-- Every yes and no to text messages, as it was said: rows are added and never changed.
create table sms_consents (
  id bigint generated always as identity primary key,
  user_id uuid references profiles (id) on delete set null,
  phone text not null check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  action text not null check (action in ('given', 'withdrawn')),
  source text not null check (source in ('settings', 'text_message', 'unsubscribe_page', 'seed')),
  -- What the person read when saying so, or what they texted.
  wording text not null check (char_length(wording) <= 1000),
  ip_address text,
  said_at timestamptz not null
);
create index consents_of_a_phone on sms_consents (phone, id desc);
create index consents_of_a_person on sms_consents (user_id, id desc);

-- Texts people sent us; the provider's id makes a second delivery of the same text harmless.
create table sms_inbound (
  provider_id text primary key,
  phone text not null,
  message text not null check (char_length(message) <= 1600),
  meaning text not null check (meaning in ('stop', 'start', 'help', 'other')),
  received_at timestamptz not null
);
create index newest_inbound_texts on sms_inbound (received_at desc);

-- A browser that shows our notifications (Web Push, RFC 8030): where it is reached and how to encrypt for it.
create table push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles (id) on delete cascade,
  endpoint text not null unique check (char_length(endpoint) <= 1000),
  p256dh text not null check (char_length(p256dh) <= 200),
  auth text not null check (char_length(auth) <= 100),
  device text not null default '' check (char_length(device) <= 200),
  created_at timestamptz not null
);
create index push_subscriptions_of_a_person on push_subscriptions (user_id);

create table push_logs (
  id uuid primary key default gen_random_uuid(),
  dedupe_key text not null unique,
  user_id uuid references profiles (id) on delete cascade,
  kind text not null,
  title text not null,
  status text not null check (status in ('sending', 'sent', 'failed', 'skipped')),
  error_message text,
  sent_at timestamptz,
  created_at timestamptz not null default now()
);
create index newest_push_logs on push_logs (created_at desc);

-- A message that was not sent because it was no longer true, or no longer wanted, says so in its log.
alter table email_logs drop constraint email_logs_status_check,
  add constraint email_logs_status_check check (status in ('sending', 'sent', 'failed', 'skipped'));
alter table sms_logs drop constraint sms_logs_status_check,
  add constraint sms_logs_status_check check (status in ('sending', 'sent', 'failed', 'skipped'));
alter table sms_logs add column metadata jsonb not null default '{}';

-- The addresses of people's private calendars: only hashes, so that who reads this table reads no calendar.
create table calendar_feeds (
  user_id uuid primary key references profiles (id) on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  last_read_at timestamptz
);

create index lessons_to_remind_of on bookings (lesson_date) where status = 'confirmed';
