-- What one coach and one student work on between lessons. The row is made with the first thing that is written.
create table workspaces (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  student_id uuid not null references profiles (id) on delete cascade,
  coach_seen_at timestamptz,
  student_seen_at timestamptz,
  -- When what one of them has not seen yet is told; null while nothing waits.
  coach_news_due timestamptz,
  student_news_due timestamptz,
  created_at timestamptz not null default current_instant(),
  unique (instructor_id, student_id),
  check (instructor_id <> student_id)
);
create index workspaces_of_a_student on workspaces (student_id);

-- What happened, for both to see; what one of them did since the other looked is news.
create table workspace_events (
  id bigint generated always as identity primary key,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  actor_id uuid not null references profiles (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z][a-z_]{1,39}$'),
  about_id uuid,
  title text not null,
  changes jsonb,
  at timestamptz not null
);
create index events_of_a_workspace on workspace_events (workspace_id, at desc);
create index events_about_a_thing on workspace_events (about_id);

-- What a coach writes about a lesson: a draft of her own, what she shared of it, and a note that nobody else reads.
create table lesson_cards (
  booking_id uuid primary key references bookings (id) on delete cascade,
  workspace_id uuid not null references workspaces (id) on delete cascade,
  draft_note text not null default '' check (length(draft_note) <= 5000),
  draft_next_goal text not null default '' check (length(draft_next_goal) <= 300),
  private_note text not null default '' check (length(private_note) <= 5000),
  note text not null default '' check (length(note) <= 5000),
  next_goal text not null default '' check (length(next_goal) <= 300),
  shared_at timestamptz,
  version integer not null default 0,
  saved_at timestamptz not null
);
create index cards_of_a_workspace on lesson_cards (workspace_id);

create table workspace_notes (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspaces (id) on delete cascade,
  author_id uuid not null references profiles (id) on delete cascade,
  -- Of two people; what is not shared is its author's alone.
  is_shared boolean not null,
  content text not null check (length(content) between 1 and 5000),
  version integer not null default 1,
  created_at timestamptz not null,
  edited_at timestamptz
);
create index notes_of_a_workspace on workspace_notes (workspace_id, created_at desc);

create table goals (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspaces (id) on delete cascade,
  title text not null check (length(title) between 1 and 120),
  measure text not null check (measure ~ '^[a-z][a-z_]{1,39}$'),
  unit text check (length(unit) <= 20),
  -- Whether more is better.
  more_is_better boolean not null default true,
  target double precision,
  due_on date,
  status text not null default 'open' check (status in ('open', 'reached', 'dropped')),
  version integer not null default 1,
  created_by uuid not null references profiles (id) on delete cascade,
  created_at timestamptz not null
);
create index goals_of_a_workspace on goals (workspace_id);

-- Values are kept as they were written. One that was a mistake is struck out, and stays.
create table goal_values (
  id uuid primary key default gen_random_uuid(),
  goal_id uuid not null references goals (id) on delete cascade,
  value double precision not null,
  measured_on date not null,
  recorded_by uuid not null references profiles (id) on delete cascade,
  recorded_at timestamptz not null,
  struck_at timestamptz,
  -- In the order they came.
  seq bigint generated always as identity
);
create index values_of_a_goal on goal_values (goal_id, measured_on);

-- The drills of a coach: written once, assigned often.
create table drills (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  title text not null check (length(title) between 1 and 120),
  how text not null check (length(how) <= 3000),
  times_a_week smallint not null check (times_a_week between 1 and 7),
  version integer not null default 1,
  removed_at timestamptz,
  created_at timestamptz not null
);
create index drills_of_a_coach on drills (instructor_id);

-- A drill as it was when a student was given it.
create table assigned_drills (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspaces (id) on delete cascade,
  drill_id uuid references drills (id) on delete set null,
  booking_id uuid references bookings (id) on delete set null,
  title text not null,
  how text not null,
  times_a_week smallint not null check (times_a_week between 1 and 7),
  due_on date,
  assigned_on date not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index drills_of_a_workspace on assigned_drills (workspace_id);

create table drill_ticks (
  assigned_drill_id uuid not null references assigned_drills (id) on delete cascade,
  day date not null,
  ticked_at timestamptz not null,
  primary key (assigned_drill_id, day)
);

-- What a student practiced besides.
create table practice_entries (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspaces (id) on delete cascade,
  day date not null,
  minutes integer check (minutes between 1 and 720),
  content text not null check (length(content) between 1 and 1000),
  created_at timestamptz not null
);
create index practice_of_a_workspace on practice_entries (workspace_id, day desc);

create table workspace_comments (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspaces (id) on delete cascade,
  about text not null check (about in ('lesson', 'goal', 'drill', 'note', 'session')),
  about_id uuid not null,
  author_id uuid not null references profiles (id) on delete cascade,
  content text not null check (length(content) between 1 and 2000),
  created_at timestamptz not null
);
create index comments_of_a_workspace on workspace_comments (workspace_id, created_at);

-- Says that a workspace changed, to those of the two who look at it. What it is now is asked for.
create function announce_workspace() returns trigger language plpgsql as $$
declare
  changed uuid;
begin
  if tg_op = 'DELETE' then changed := old.workspace_id; else changed := new.workspace_id; end if;
  perform pg_notify('greenside', 'workspace:' || changed);
  return null;
end $$;
create function announce_goal_value() returns trigger language plpgsql as $$
begin
  perform pg_notify('greenside', 'workspace:' || g.workspace_id) from goals g where g.id = new.goal_id;
  return null;
end $$;
create trigger values_announce_workspace after insert or update on goal_values for each row execute function announce_goal_value();
create function announce_drill_tick() returns trigger language plpgsql as $$
declare
  drill uuid;
begin
  if tg_op = 'DELETE' then drill := old.assigned_drill_id; else drill := new.assigned_drill_id; end if;
  perform pg_notify('greenside', 'workspace:' || d.workspace_id) from assigned_drills d where d.id = drill;
  return null;
end $$;
create trigger ticks_announce_workspace after insert or delete on drill_ticks for each row execute function announce_drill_tick();
do $$
declare
  part text;
begin
  foreach part in array array['lesson_cards', 'workspace_notes', 'goals', 'assigned_drills', 'practice_entries', 'workspace_comments'] loop
    execute format('create trigger %1$s_announce_workspace after insert or update or delete on %1$s for each row execute function announce_workspace()', part);
  end loop;
end $$;

-- Until there is a workspace nobody can listen to it; both hear that it came.
create function announce_new_workspace() returns trigger language plpgsql as $$
begin
  perform pg_notify('greenside', 'user:' || new.instructor_id);
  perform pg_notify('greenside', 'user:' || new.student_id);
  return null;
end $$;
create trigger workspaces_announce_themselves after insert on workspaces for each row execute function announce_new_workspace();
