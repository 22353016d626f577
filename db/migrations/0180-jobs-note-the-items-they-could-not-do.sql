-- A job that works through many items goes on when one of them fails, and notes that one here until it succeeds or is no longer due.
create table failed_items (
  id uuid primary key default gen_random_uuid(),
  job text not null,
  -- What the item is about: the id of a lesson, a proposal, an account at the payment processor.
  item text not null,
  error text not null,
  times integer not null default 1 check (times > 0),
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  unique (job, item)
);
create index failed_items_by_age on failed_items (first_failed_at, id);
