-- The admin who takes care of a ticket, when its status changed last, and which admins have it open now.
alter table support_tickets
  add column owner_id uuid references profiles (id) on delete set null,
  add column status_changed_at timestamptz;

create table support_viewers (
  ticket_id uuid not null references support_tickets (id) on delete cascade,
  admin_id uuid not null references profiles (id) on delete cascade,
  seen_at timestamptz not null default current_instant(),
  primary key (ticket_id, admin_id)
);
create index support_viewers_of_an_admin on support_viewers (admin_id);
create index support_tickets_of_an_owner on support_tickets (owner_id) where owner_id is not null;
