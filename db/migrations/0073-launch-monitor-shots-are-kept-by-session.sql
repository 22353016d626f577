-- Shots of a launch monitor, a session for each file. The same file twice adds nothing.
create table shot_sessions (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspaces (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  hit_on date not null,
  -- SHA-256 of the rows, whatever the file was called.
  content_hash bytea not null,
  -- Lines that held no shot, with the reason.
  bad_rows jsonb not null,
  added_by uuid not null references profiles (id) on delete cascade,
  added_at timestamptz not null,
  unique (workspace_id, content_hash)
);

-- Lengths in meters, speeds in meters a second, angles in degrees; null where the file had nothing.
create table shots (
  session_id uuid not null references shot_sessions (id) on delete cascade,
  position integer not null,
  club text not null check (length(club) <= 40),
  club_speed double precision,
  ball_speed double precision,
  carry double precision,
  total double precision,
  side double precision,
  launch_angle double precision,
  spin double precision,
  primary key (session_id, position)
);

-- Which columns of files with these headings somebody chose, for the next file.
create table shot_mappings (
  user_id uuid not null references profiles (id) on delete cascade,
  headings_hash bytea not null,
  mapping jsonb not null,
  used_at timestamptz not null,
  primary key (user_id, headings_hash)
);
create trigger shot_sessions_announce_workspace after insert or update or delete on shot_sessions
  for each row execute function announce_workspace();
