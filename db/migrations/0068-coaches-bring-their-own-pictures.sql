-- What a coach says about a picture, and the files of those she uploaded. Which pictures a gallery shows, and in which order, says
-- instructor_profiles.gallery_images alone; a drawing of ours may have words here and no files.
create table coach_pictures (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  purpose text not null check (purpose in ('portrait', 'gallery', 'document')),
  url text not null,
  -- A UUID of the browser's, with which the same file counts once.
  client_id uuid,
  storage_key text unique,
  files jsonb not null default '[]' check (jsonb_typeof(files) = 'array'),
  byte_size bigint not null default 0,
  alt text not null default '' check (char_length(alt) <= 250),
  caption text not null default '' check (char_length(caption) <= 150),
  created_at timestamptz not null default current_instant(),
  unique (instructor_id, url),
  unique (instructor_id, client_id)
);
create function remember_stray_pictures() returns trigger language plpgsql as $$
begin
  insert into stray_files (storage_key) values (old.storage_key) on conflict do nothing;
  return null;
end $$;
create trigger pictures_leave_files after delete on coach_pictures
  for each row when (old.storage_key is not null) execute function remember_stray_pictures();
create trigger coach_pictures_announce_coaches after insert or update or delete or truncate on coach_pictures
  for each statement execute function announce_coaches();
