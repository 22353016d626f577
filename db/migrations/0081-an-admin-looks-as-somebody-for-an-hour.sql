-- Who acted as whom, why, and how long. Rows outlive both people and the session: people are no references.
create table impersonations (
  id uuid primary key default gen_random_uuid(),
  -- The admin's session that looks with somebody's eyes; null once it ended.
  session_id uuid references sessions (id) on delete set null,
  admin_id uuid not null,
  subject_id uuid not null check (subject_id <> admin_id),
  reason text not null check (char_length(reason) between 1 and 500),
  started_at timestamptz not null,
  ends_at timestamptz not null,
  -- When the admin chose to act; until then every write is refused.
  acts_since timestamptz,
  ended_at timestamptz,
  constraint an_hour_at_most check (ends_at <= started_at + interval '60 minutes'),
  constraint impersonations_end_in_time check (ended_at between started_at and ends_at)
);
-- One at a time, and none within another.
create unique index one_impersonation_a_session on impersonations (session_id) where ended_at is null;
create index impersonations_of_a_person on impersonations (subject_id, started_at desc);

create function announce_impersonation() returns trigger language plpgsql as $$
begin
  perform pg_notify('greenside', 'session:' || new.admin_id);
  return null;
end $$;
create trigger impersonations_announce_change after insert or update on impersonations
  for each row execute function announce_impersonation();

-- Whoever signs out stops acting, too.
create function end_impersonation_with_session() returns trigger language plpgsql as $$
begin
  update impersonations set ended_at = greatest(started_at, least(ends_at, current_instant()))
  where session_id = old.id and ended_at is null;
  return old;
end $$;
create trigger sessions_end_impersonation before delete on sessions
  for each row execute function end_impersonation_with_session();

create function keep_impersonation() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (old.admin_id, old.subject_id, old.started_at, old.ends_at)
    is distinct from (new.admin_id, new.subject_id, new.started_at, new.ends_at)
    or (old.ended_at is not null and new.ended_at is distinct from old.ended_at) then
    raise exception 'what an admin did stays as it was' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger impersonations_stay_as_they_were before update on impersonations
  for each row execute function keep_impersonation();
