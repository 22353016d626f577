-- A question to the people who run Greenside. Visitors may ask, too: then user_id is empty and the answer goes by email.
create table support_tickets (
  id uuid primary key default gen_random_uuid(),
  -- Made by the sender's browser: what is sent twice arrives once.
  client_id uuid not null unique,
  user_id uuid references profiles (id) on delete set null,
  user_email text not null,
  user_name text not null,
  subject text not null default 'Chat Support Request' check (char_length(subject) between 1 and 150),
  message text not null check (char_length(message) between 1 and 2000),
  status text not null default 'open' check (status in ('open', 'in_progress', 'closed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index newest_support_tickets on support_tickets (created_at desc);
create index support_tickets_of_a_person on support_tickets (user_id, updated_at desc);

create table support_replies (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null unique,
  ticket_id uuid not null references support_tickets (id) on delete cascade,
  author_id uuid references profiles (id) on delete set null,
  is_staff boolean not null,
  message text not null check (char_length(message) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index replies_to_a_ticket on support_replies (ticket_id, created_at);
create index support_replies_by_a_person on support_replies (author_id);

-- Whoever asked hears at once that something moved.
create function tell_about_tickets() returns trigger language plpgsql as $$
begin
  if new.user_id is not null then perform pg_notify('greenside', 'user:' || new.user_id); end if;
  return null;
end $$;
create trigger tickets_are_announced after insert or update on support_tickets
  for each row execute function tell_about_tickets();
