-- How each vendor of ours does, over all processes; written behind, many calls at a time. Operators read it in the System tab.
-- Processes of the version before still write a circuit's state here; nobody reads it any more, and a later migration takes it away.
alter table vendor_health
  alter column state set default 'closed',
  alter column changed_at set default current_instant(),
  add column last_success_at timestamptz,
  add column last_failure_at timestamptz;

-- A row a vendor and hour that had calls.
create table vendor_calls (
  vendor text not null,
  hour timestamptz not null,
  calls integer not null check (calls > 0),
  failures integer not null check (failures between 0 and calls),
  primary key (vendor, hour)
);

-- A row a process that leaves a vendor alone at the moment. It says so again while that lasts: a process that died is silent.
create table vendor_circuits (
  vendor text not null,
  process_id uuid not null,
  opened_at timestamptz not null,
  seen_at timestamptz not null,
  primary key (vendor, process_id)
);
