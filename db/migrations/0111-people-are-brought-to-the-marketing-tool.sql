-- Each time an admin brought people to the marketing tool. Counts only: who they were is in the tool.
create table crm_syncs (
  id uuid primary key default gen_random_uuid(),
  started_at timestamptz not null,
  -- Null while it runs, and for good when the process died with it.
  finished_at timestamptz,
  synced integer not null default 0 check (synced >= 0),
  failed integer not null default 0 check (failed >= 0),
  constraint a_sync_ends_after_it_began check (finished_at >= started_at)
);
create index newest_crm_syncs on crm_syncs (started_at desc);

-- What the stand-in for the marketing tool keeps.
create table local_vendor.crm_profiles (
  email text primary key,
  attributes jsonb not null,
  updated_at timestamptz not null default current_instant()
);
