-- What a student lets a coach show of measured progress: a share in an anonymous figure, and the first name beside it. No row: nothing.
create table progress_consents (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  by_name boolean not null default false,
  given_at timestamptz not null
);
create trigger progress_consents_announce_workspace after insert or update or delete on progress_consents
  for each row execute function announce_workspace();
-- A coach's page shows it; what visitors are given from memory is drawn anew.
create trigger progress_consents_announce_coaches after insert or update or delete or truncate on progress_consents
  for each statement execute function announce_coaches();

create function announce_measured_progress() returns trigger language plpgsql as $$
declare
  goal uuid;
begin
  if tg_table_name = 'goals' then goal := new.id; else goal := new.goal_id; end if;
  if exists (select from goals g join progress_consents k on k.workspace_id = g.workspace_id where g.id = goal) then
    perform pg_notify('greenside', 'coaches:changed');
  end if;
  return null;
end $$;
create trigger goal_values_announce_progress after insert or update on goal_values
  for each row execute function announce_measured_progress();
create trigger goals_announce_progress after update on goals
  for each row when (old.status is distinct from new.status or old.measure is distinct from new.measure)
  execute function announce_measured_progress();
