-- A swing video or picture that belongs to one coach and one student, and perhaps to a lesson of theirs. Checked and made anew
-- before it is kept.
create table clips (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  student_id uuid not null references profiles (id) on delete cascade,
  booking_id uuid references bookings (id) on delete set null,
  uploader_id uuid not null references profiles (id) on delete cascade,
  kind text not null check (kind in ('image', 'video')),
  title text not null check (char_length(title) between 1 and 80),
  -- Folder of its files: random, and nothing of what the uploader called it.
  storage_key text not null unique check (storage_key ~ '^[a-z0-9/-]{10,100}$'),
  -- [{ "name": "video.mp4", "type": "video/mp4", "bytes": 81234, "width": 1080, "height": 1920 }]
  files jsonb not null check (jsonb_typeof(files) = 'array'),
  -- The same for the still picture that lists show; empty until the uploader's browser has made one.
  poster jsonb not null default '[]' check (jsonb_typeof(poster) = 'array'),
  byte_size bigint not null check (byte_size > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  duration_us integer check (duration_us > 0),
  -- When each frame begins, in microseconds from the start of the file, ascending: phones record at a variable rate.
  frame_times integer[] not null default '{}',
  created_at timestamptz not null default current_instant(),
  constraint nobody_shares_clips_with_themselves check (instructor_id <> student_id),
  constraint only_videos_have_frames check ((kind = 'video') = (duration_us is not null and cardinality(frame_times) > 0))
);
create index clips_of_a_pair on clips (instructor_id, student_id, created_at desc);
create index clips_of_a_student on clips (student_id);
create index clips_of_an_uploader on clips (uploader_id, created_at);
create index clips_of_a_lesson on clips (booking_id) where booking_id is not null;

-- A file that is arriving, in parts, so that it can go on where it stopped.
create table clip_uploads (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  student_id uuid not null references profiles (id) on delete cascade,
  booking_id uuid references bookings (id) on delete set null,
  uploader_id uuid not null references profiles (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 80),
  storage_key text not null unique check (storage_key ~ '^[a-z0-9/-]{10,100}$'),
  byte_size bigint not null check (byte_size > 0),
  received bigint not null default 0 check (received between 0 and byte_size),
  -- Names of its parts in their order.
  parts text[] not null default '{}',
  -- What became of it.
  clip_id uuid references clips (id) on delete cascade,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant()
);
create index clip_uploads_of_an_uploader on clip_uploads (uploader_id, created_at);
create index clip_uploads_nobody_finished on clip_uploads (updated_at);

create table clip_drawings (
  id uuid primary key,
  clip_id uuid not null references clips (id) on delete cascade,
  author_id uuid not null references profiles (id) on delete cascade,
  shape text not null check (shape in ('line', 'arrow', 'circle', 'angle', 'freehand', 'text')),
  -- [{ "x": 0.5, "y": 0.25 }, …], from 0 to 1 across and down the picture.
  points jsonb not null check (jsonb_typeof(points) = 'array' and length(points::text) <= 40000),
  color text not null check (color in ('yellow', 'red', 'blue', 'green', 'white', 'black')),
  text text not null default '' check (char_length(text) <= 200),
  -- Shown from here until there, in microseconds; without an end, to the end. Without both: always.
  from_us integer check (from_us >= 0),
  until_us integer check (until_us >= 0),
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant(),
  check (until_us is null or (from_us is not null and until_us >= from_us))
);
create index drawings_of_a_clip on clip_drawings (clip_id, created_at);
create index drawings_of_an_author on clip_drawings (author_id, created_at);

-- When the swing is where: address, top, impact, …
create table clip_positions (
  clip_id uuid not null references clips (id) on delete cascade,
  position text not null check (position in ('address', 'takeaway', 'halfway_back', 'top', 'downswing', 'impact', 'follow_through', 'finish')),
  at_us integer not null check (at_us >= 0),
  marked_by uuid not null references profiles (id) on delete cascade,
  marked_at timestamptz not null default current_instant(),
  primary key (clip_id, position)
);
create index clip_positions_of_a_person on clip_positions (marked_by);

create table clip_comments (
  id uuid primary key default gen_random_uuid(),
  clip_id uuid not null references clips (id) on delete cascade,
  author_id uuid not null references profiles (id) on delete cascade,
  at_us integer check (at_us >= 0),
  content text not null check (char_length(content) between 1 and 1000),
  created_at timestamptz not null default current_instant()
);
create index comments_of_a_clip on clip_comments (clip_id, created_at);
create index clip_comments_of_an_author on clip_comments (author_id, created_at);

-- A student who shares clips with a coach no more.
create table clip_sharing_ended (
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  student_id uuid not null references profiles (id) on delete cascade,
  ended_at timestamptz not null default current_instant(),
  primary key (instructor_id, student_id)
);
create index clip_sharing_ended_by on clip_sharing_ended (student_id);

-- Files whose rows are gone wait in stray_files until they are gone, too.
create trigger clips_leave_files after delete on clips for each row execute function remember_stray_files();
create trigger clip_uploads_leave_files after delete on clip_uploads for each row execute function remember_stray_files();

-- Both people hear of a change without asking: of one clip, and of their lists.
create function announce_clip() returns trigger language plpgsql as $$
declare
  changed clips := case when tg_op = 'DELETE' then old else new end;
begin
  perform pg_notify('greenside', 'clip:' || changed.id);
  perform pg_notify('greenside', 'clips:' || changed.instructor_id);
  perform pg_notify('greenside', 'clips:' || changed.student_id);
  return null;
end $$;
create trigger clips_are_announced after insert or update or delete on clips for each row execute function announce_clip();

create function announce_part_of_clip() returns trigger language plpgsql as $$
begin
  perform pg_notify('greenside', 'clip:' || case when tg_op = 'DELETE' then old.clip_id else new.clip_id end);
  return null;
end $$;
create trigger clip_drawings_are_announced after insert or update or delete on clip_drawings
  for each row execute function announce_part_of_clip();
create trigger clip_positions_are_announced after insert or update or delete on clip_positions
  for each row execute function announce_part_of_clip();
create trigger clip_comments_are_announced after insert or update or delete on clip_comments
  for each row execute function announce_part_of_clip();

create function announce_clip_sharing() returns trigger language plpgsql as $$
declare
  changed clip_sharing_ended := case when tg_op = 'DELETE' then old else new end;
begin
  perform pg_notify('greenside', 'clips:' || changed.instructor_id);
  perform pg_notify('greenside', 'clips:' || changed.student_id);
  perform pg_notify('greenside', 'clip:' || c.id) from clips c
    where c.instructor_id = changed.instructor_id and c.student_id = changed.student_id;
  return null;
end $$;
create trigger clip_sharing_is_announced after insert or delete on clip_sharing_ended
  for each row execute function announce_clip_sharing();
