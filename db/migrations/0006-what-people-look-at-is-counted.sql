-- What people look at. Written in batches, thousands of rows a second, by visits that may end at any moment: no foreign
-- keys, whose look-ups and row locks would reach into profiles with every beacon. Ids are made where the event happened
-- and begin with its time, so that a beacon that arrives twice counts once and new rows lie beside each other.

-- One row a session. session_id is our own random number behind a signed cookie; it says nothing about a person.
create table user_sessions (
  session_id uuid primary key,
  -- Who signed in during the session, the last one if there were several.
  user_id uuid,
  is_authenticated boolean not null default false,
  entry_page text not null,
  exit_page text not null,
  pages_visited integer not null default 0,
  -- When the session was last heard of.
  ended_at timestamptz not null,
  domain text not null,
  created_at timestamptz not null default now()
) with (fillfactor = 80);
create index sessions_by_time on user_sessions (created_at);
create index sessions_of_a_person on user_sessions (user_id, created_at) where user_id is not null;

create table page_views (
  id uuid primary key,
  user_id uuid,
  session_id uuid not null,
  -- Without query and fragment, which may hold what is nobody's business.
  page_path text not null,
  referrer text,
  domain text not null,
  -- Seconds the page was visible; null until it was heard of again.
  duration_seconds integer,
  -- Where the person was when the page was last heard of: here, or the page they went on to.
  exit_path text,
  created_at timestamptz not null default now()
) with (fillfactor = 85);
create index page_views_by_time on page_views (created_at);
create index page_views_of_a_session on page_views (session_id);
create index page_views_of_a_person on page_views (user_id, created_at) where user_id is not null;

-- The latest showing of a coach in a session: shown again, the row takes the new place and keeps what was clicked.
create table instructor_impressions (
  session_id uuid not null,
  instructor_id uuid not null,
  user_id uuid,
  search_query text,
  search_filters jsonb not null default '{}',
  -- 1 for the first of the whole list, whatever its page.
  position_in_results integer not null check (position_in_results > 0),
  clicked boolean not null default false,
  clicked_at timestamptz,
  message_clicked boolean not null default false,
  message_clicked_at timestamptz,
  book_clicked boolean not null default false,
  book_clicked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (session_id, instructor_id)
) with (fillfactor = 80);
create index impressions_of_a_coach on instructor_impressions (instructor_id, created_at);
create index impressions_by_time on instructor_impressions using brin (created_at);

create table instructor_profile_events (
  id uuid primary key,
  instructor_id uuid not null,
  user_id uuid,
  session_id uuid not null,
  event_type text not null check (event_type in ('booking_click', 'message_click')),
  created_at timestamptz not null default now()
);
create index profile_events_of_a_coach on instructor_profile_events (instructor_id, created_at);
create index profile_events_by_time on instructor_profile_events (created_at);

create table search_history (
  id uuid primary key,
  session_id uuid not null,
  user_id uuid,
  search_query text not null,
  search_type text not null default 'zip_code',
  -- `35.2,-80.8`: the middle of the searched area; null for a code nobody knows.
  search_location text,
  results_count integer not null check (results_count >= 0),
  is_test boolean not null default false,
  created_at timestamptz not null default now()
);
create index searches_by_time on search_history (created_at);
create index searches_of_a_session on search_history (session_id);

create table web_vitals (
  id uuid primary key,
  session_id uuid not null,
  name text not null check (name in ('LCP', 'CLS', 'INP', 'FCP', 'TTFB')),
  -- Milliseconds; CLS is a score without a unit.
  value double precision not null,
  rating text not null check (rating in ('good', 'needs-improvement', 'poor')),
  page_path text not null,
  created_at timestamptz not null default now()
);
create index web_vitals_by_time on web_vitals (name, created_at);
