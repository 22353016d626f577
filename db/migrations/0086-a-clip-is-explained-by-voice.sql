-- What one of the two says over a clip: sound, and what the player did meanwhile as data. One a person and clip; recorded again it
-- takes the place of the one before.
create table clip_voice_overs (
  id uuid primary key default gen_random_uuid(),
  clip_id uuid not null references clips (id) on delete cascade,
  author_id uuid not null references profiles (id) on delete cascade,
  storage_key text not null unique check (storage_key ~ '^[a-z0-9/-]{10,100}$'),
  -- { "name": "voice.mp4", "type": "audio/mp4", "bytes": 81234 }
  file jsonb not null check (jsonb_typeof(file) = 'object'),
  duration_ms integer not null check (duration_ms between 1 and 310000),
  -- { "moves": [[ms, us, rate], …], "shown": [[ms, drawing, is_on], …] }: where the clip stood or played, and what was drawn.
  timeline jsonb not null check (jsonb_typeof(timeline) = 'object' and length(timeline::text) <= 600000),
  -- In words, for those who can't hear it.
  summary text not null default '' check (char_length(summary) <= 1000),
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant(),
  constraint one_voice_over_a_person_and_clip unique (clip_id, author_id)
);
create index clip_voice_overs_of_an_author on clip_voice_overs (author_id, created_at);
create trigger clip_voice_overs_leave_files after delete on clip_voice_overs
  for each row execute function remember_stray_files();
create trigger clip_voice_overs_are_announced after insert or update or delete on clip_voice_overs
  for each row execute function announce_part_of_clip();

-- The sound of a voice-over arrives as clips do.
alter table clip_uploads add column voice_over_of uuid references clips (id) on delete cascade;
create index clip_uploads_of_voice_overs on clip_uploads (voice_over_of) where voice_over_of is not null;
