-- What an admin did and saw while acting as somebody else. Rows outlive both people and are never changed: no references.
create table audit_log (
  id bigint generated always as identity primary key,
  -- Who acted, and as whom.
  actor_id uuid not null,
  subject_id uuid not null check (subject_id <> actor_id),
  -- `call` of the API, `listen` to a live line, `file` read or uploaded.
  action text not null check (action in ('call', 'listen', 'file')),
  -- What exactly: the procedure, topic or file, without anything people wrote.
  target text not null check (char_length(target) between 1 and 300),
  -- The ids the call named, such as { "conversationId": "…" }.
  ids jsonb not null default '{}' check (jsonb_typeof(ids) = 'object'),
  request_id text,
  created_at timestamptz not null
);
create index newest_acts_of_an_admin on audit_log (actor_id, created_at desc);
create index newest_acts_as_somebody on audit_log (subject_id, created_at desc);

create function refuse_to_change_the_past() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only added to' using errcode = 'restrict_violation';
end $$;
create trigger audit_log_is_only_added_to before update or delete on audit_log
  for each row execute function refuse_to_change_the_past();
