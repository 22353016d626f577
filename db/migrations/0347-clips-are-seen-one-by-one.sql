-- When each of two people last saw a clip and what was on it: news of other clips is still told.
create table clip_seen (
  clip_id uuid not null references clips (id) on delete cascade,
  reader_id uuid not null references profiles (id) on delete cascade,
  seen_at timestamptz not null,
  primary key (clip_id, reader_id)
);
create index clips_seen_by_a_reader on clip_seen (reader_id);
