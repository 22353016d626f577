-- A workspace belongs to a coach and one golfer of a student (decision 0111), and so do clips. Null: the student plays, as in everything of
-- before. The foreign keys make sure that the golfer is one of the student's own; they are checked for existing rows in the next migration.
alter table workspaces add column golfer_id uuid;
alter table workspaces add constraint workspaces_golfer_fkey foreign key (student_id, golfer_id) references golfers (account_id, id)
  on delete cascade not valid;
alter table workspaces add constraint one_workspace_a_golfer unique nulls not distinct (instructor_id, student_id, golfer_id);
-- Processes of the previous version insert without naming a constraint, so that the new one serves them, too.
alter table workspaces drop constraint workspaces_instructor_id_student_id_key;

alter table clips add column golfer_id uuid;
alter table clips add constraint clips_golfer_fkey foreign key (student_id, golfer_id) references golfers (account_id, id)
  on delete cascade not valid;
create index clips_of_a_golfer on clips (golfer_id) where golfer_id is not null;
alter table clip_uploads add column golfer_id uuid;
alter table clip_uploads add constraint clip_uploads_golfer_fkey foreign key (student_id, golfer_id) references golfers (account_id, id)
  on delete cascade not valid;

-- When the guardian of a child allowed clips; null while they are not allowed. Adults are not asked.
alter table golfers add column clips_allowed_at timestamptz;
alter table golfers add constraint only_of_a_child_are_clips_allowed check (relation = 'child' or clips_allowed_at is null);

-- A golfer with past lessons is kept as a name when the student removes it. What was written about the golfer is not kept.
create function forget_removed_golfer() returns trigger language plpgsql as $$
begin
  delete from workspaces where golfer_id = new.id;
  delete from clips where golfer_id = new.id;
  delete from clip_uploads where golfer_id = new.id;
  return null;
end $$;
create trigger removed_golfers_are_forgotten after update of removed_at on golfers
  for each row when (new.removed_at is not null and old.removed_at is null) execute function forget_removed_golfer();

-- Coaches hear that clips appear or disappear when the guardian changes what is allowed.
create function announce_allowed_clips() returns trigger language plpgsql as $$
begin
  perform pg_notify('greenside', 'clip:' || c.id) from clips c where c.golfer_id = new.id;
  perform pg_notify('greenside', 'clips:' || c.instructor_id) from clips c where c.golfer_id = new.id group by c.instructor_id;
  return null;
end $$;
create trigger allowed_clips_are_announced after update of clips_allowed_at on golfers
  for each row when (new.clips_allowed_at is distinct from old.clips_allowed_at) execute function announce_allowed_clips();
