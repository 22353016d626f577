-- What its author removed is hidden, and deleted a day later by a job; until then it can be restored as it was.
alter table workspace_notes add column removed_at timestamptz;
alter table workspace_comments add column removed_at timestamptz;
alter table practice_entries add column removed_at timestamptz;
