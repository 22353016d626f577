-- Every save of a dispute stays readable, whatever its status is changed to later.
create table dispute_changes (
  -- Made by the admin's browser: what is sent twice is done once, its refund too.
  id uuid primary key,
  dispute_id uuid not null references payment_disputes (id) on delete cascade,
  -- The first save is 1.
  version integer not null,
  -- Null: the payer's bank decided.
  changed_by uuid references profiles (id) on delete set null,
  from_status text not null,
  to_status text not null,
  notes text check (char_length(notes) <= 4000),
  -- What both sides were told.
  explanation text check (char_length(explanation) <= 1000),
  refund_cents integer not null default 0 check (refund_cents >= 0),
  created_at timestamptz not null default current_instant(),
  unique (dispute_id, version)
);

alter table payment_disputes
  -- Counts the saves: who saves an older state is told so.
  add column version integer not null default 0,
  -- What the payer's bank decided, whatever status an admin sets.
  add column bank_outcome text check (bank_outcome in ('won', 'lost')),
  add constraint banks_decide_their_own check (bank_outcome is null or source = 'card_network');
update payment_disputes set bank_outcome = case status when 'resolved' then 'lost' else 'won' end
where source = 'card_network' and status in ('resolved', 'rejected') and resolved_by is null;
drop index newest_disputes;
create index newest_disputes on payment_disputes (created_at desc, id desc);
create index disputes_by_status on payment_disputes (status, created_at desc, id desc);
create index disputes_of_a_student on payment_disputes (student_id);
create index disputes_of_a_coach on payment_disputes (instructor_id);

-- What became of a report, and a conversation in which nobody writes until we open it again.
alter table message_reports
  add column outcome text check (outcome in ('dismissed', 'warned', 'suspended')),
  add constraint resolved_reports_say_how check (outcome is null or status = 'resolved');
alter table conversations add column suspended_at timestamptz;
drop index newest_message_reports;
create index newest_message_reports on message_reports (status, created_at desc, id desc);
create index reports_of_a_conversation on message_reports (conversation_id, created_at desc);
drop index newest_messages;
create index newest_messages on messages (created_at desc, id desc);

create trigger conversations_announce_suspension after update on conversations
  for each row when (old.suspended_at is distinct from new.suspended_at) execute function announce_conversation();

-- The lists of admins are read by keyset.
drop index newest_support_tickets;
create index newest_support_tickets on support_tickets (created_at desc, id desc);
create index support_tickets_by_status on support_tickets (status, created_at desc, id desc);
alter table trial_interests add column contacted_at timestamptz;
drop index newest_trial_interests;
create index newest_trial_interests on trial_interests (created_at desc, id desc);

-- What the hourly comparison with the payment processor could not settle: a person must look.
create table payment_findings (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings (id) on delete cascade,
  kind text not null check (kind in ('paid_only_here')),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  settled_at timestamptz,
  settled_by uuid references profiles (id) on delete set null,
  note text check (char_length(note) between 3 and 1000),
  check ((settled_at is null) = (note is null))
);
create unique index one_open_finding_a_booking on payment_findings (booking_id, kind) where settled_at is null;
