-- A picture of a drill, and the files made of what the coach uploaded. A drawing of ours has files of the site and no storage key.
create table drill_pictures (
  id uuid primary key,
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  -- A UUID of the browser's, with which the same file counts once.
  client_id uuid,
  storage_key text unique,
  files jsonb not null check (jsonb_typeof(files) = 'array'),
  byte_size bigint not null default 0,
  alt text not null default '' check (char_length(alt) <= 250),
  created_at timestamptz not null default current_instant(),
  unique (instructor_id, client_id)
);
create trigger drill_pictures_leave_files after delete on drill_pictures
  for each row when (old.storage_key is not null) execute function remember_stray_pictures();

alter table drills add column picture_id uuid references drill_pictures (id) on delete set null;
create index drills_with_a_picture on drills (picture_id) where picture_id is not null;
-- A student keeps the picture with the drill as it was given.
alter table assigned_drills add column picture_id uuid references drill_pictures (id) on delete set null;
create index assigned_drills_with_a_picture on assigned_drills (picture_id) where picture_id is not null;
