-- Where somebody is in the quiz, and what was answered so far, so that a reload or another tab goes on there.
create table quiz_drafts (
  response_id uuid primary key references quiz_responses (id) on delete cascade,
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object' and octet_length(answers::text) <= 4000),
  -- When the use of the contact details was agreed to, and the words that were shown then.
  consented_at timestamptz,
  consent_wording text check ((consent_wording is null) = (consented_at is null)),
  updated_at timestamptz not null default current_instant()
);

-- What was recommended and why: the score of each coach with its parts, and the version of the weights that made it.
create table quiz_results (
  response_id uuid primary key references quiz_responses (id) on delete cascade,
  weights_version integer not null,
  radius_miles integer not null,
  -- One session in twenty sees the fitting coaches in a random order, to measure what the order is worth.
  is_shuffled boolean not null,
  -- [{instructorId, score, parts}], the recommended coach first.
  ranked jsonb not null check (jsonb_typeof(ranked) = 'array'),
  created_at timestamptz not null default current_instant()
);
-- How often a coach was recommended lately, against how many open times there are.
create index quiz_recommendations_by_time on quiz_responses (completed_at, recommended_instructor_id)
  where recommended_instructor_id is not null and not is_test;
