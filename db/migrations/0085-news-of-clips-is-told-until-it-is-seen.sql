-- What one of two people has seen of their clips, and when what came since is told. A row is made with the first news.
create table clip_news (
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  student_id uuid not null references profiles (id) on delete cascade,
  reader_id uuid not null references profiles (id) on delete cascade,
  seen_at timestamptz,
  -- Null while nothing waits.
  due_at timestamptz,
  told_until timestamptz,
  primary key (instructor_id, student_id, reader_id),
  constraint news_is_for_one_of_the_two check (reader_id in (instructor_id, student_id))
);
create index clip_news_of_a_student on clip_news (student_id);
create index clip_news_of_a_reader on clip_news (reader_id);
