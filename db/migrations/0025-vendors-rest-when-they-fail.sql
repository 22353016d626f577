-- How each vendor of ours does, written when that changes: an operator reads here why messages wait.
create table vendor_health (
  vendor text primary key,
  state text not null check (state in ('closed', 'open', 'half_open')),
  failures integer not null default 0,
  last_error text,
  changed_at timestamptz not null
);

-- What the stand-in for a mail provider keeps beside the words: the calendar file, and where one click unsubscribes.
alter table local_vendor.outbox
  add column calendar_file text,
  add column unsubscribe_url text;

-- Reading a calendar changes nothing, not even when it was read.
alter table calendar_feeds drop column last_read_at;

-- Messages that are told together: one row a reader and conversation while a digest waits to be sent.
create table message_digests (
  conversation_id uuid not null,
  user_id uuid not null references profiles (id) on delete cascade,
  told_at timestamptz not null,
  due_at timestamptz,
  primary key (conversation_id, user_id)
);
