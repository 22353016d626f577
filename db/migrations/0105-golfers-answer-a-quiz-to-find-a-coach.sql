-- Answers to the quiz at /find-your-match. A session has a row for each time it was begun anew.
create table quiz_responses (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null,
  -- Ours or a try-out: counts in no figure. Goes for all rows of a session at once.
  is_test boolean not null default false,
  variant text not null check (variant in ('control', 'test', 'testc')),
  -- The farthest step that was reached; going back does not take it back.
  current_step text not null
    check (current_step in ('location', 'contact', 'experience', 'goals', 'preferences', 'budget')),
  completed_at timestamptz,
  contact_email text check (char_length(contact_email) <= 255),
  contact_name text check (char_length(contact_name) between 1 and 100),
  contact_phone text check (char_length(contact_phone) <= 20),
  recommended_instructor_id uuid references instructor_profiles (user_id) on delete set null,
  recommended_instructor_name text,
  -- Null until the answers were looked at.
  match_found boolean,
  no_match_reason text check (char_length(no_match_reason) <= 60),
  location_city text check (char_length(location_city) <= 100),
  location_state text check (char_length(location_state) <= 30),
  location_raw text check (char_length(location_raw) <= 120),
  experience_level text check (char_length(experience_level) <= 40),
  lesson_type text check (char_length(lesson_type) <= 40),
  gender_preference text check (gender_preference in ('any', 'female', 'male')),
  budget text check (char_length(budget) <= 40),
  has_launch_monitor boolean,
  technologies text[] not null default '{}' check (cardinality(technologies) <= 12),
  goals text[] not null default '{}' check (cardinality(goals) <= 12),
  user_id uuid references profiles (id) on delete set null,
  reengagement_email_sent boolean not null default false,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant()
);
create index quiz_responses_of_a_session on quiz_responses (session_id, created_at);
create index newest_quiz_responses on quiz_responses (created_at desc, id desc);
create index quiz_responses_of_an_address on quiz_responses (lower(contact_email)) where contact_email is not null;
create index quiz_responses_of_a_person on quiz_responses (user_id) where user_id is not null;
create index quiz_responses_that_recommend_a_coach on quiz_responses (recommended_instructor_id)
  where recommended_instructor_id is not null;
create index quiz_takers_to_write_to on quiz_responses (created_at, id)
  where match_found and not reengagement_email_sent and not is_test
    and recommended_instructor_id is not null and contact_email is not null;
