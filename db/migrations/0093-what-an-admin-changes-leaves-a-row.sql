-- The audit log holds every change an admin makes, too: what was, what is, and why. A change may be about nobody, or about oneself.
alter table audit_log
  alter column subject_id drop not null,
  drop constraint audit_log_check,
  drop constraint audit_log_action_check,
  add constraint audit_log_action_check check (action in ('call', 'listen', 'file', 'change')),
  add constraint acting_is_as_somebody_else
    check (action = 'change' or (subject_id is not null and subject_id <> actor_id)),
  -- States and figures before and after, by name: nothing that people wrote to each other.
  add column before jsonb,
  add column after jsonb,
  add column reason text check (char_length(reason) <= 1000),
  add constraint what_changed_is_short check (
    coalesce(octet_length(before::text), 0) + coalesce(octet_length(after::text), 0) <= 200000
  );
create index audit_log_newest on audit_log (created_at, id);
-- "What was done to this booking?": by any id that an act named.
create index audit_log_by_named_id on audit_log using gin (jsonb_path_query_array(ids, '$.*'));

-- A list of the back office as somebody set it up, under a name; for all admins.
create table saved_views (
  id uuid primary key default gen_random_uuid(),
  list text not null check (char_length(list) between 1 and 60),
  name text not null check (char_length(name) between 1 and 60),
  -- The part of the address after the question mark.
  view text not null check (char_length(view) <= 2000),
  created_at timestamptz not null default current_instant()
);
create unique index one_saved_view_a_name on saved_views (list, lower(name));
