-- A coach asks that a certificate is looked at, with a picture of it. Checked: there is a record of it. Refused: with the reason.
create table credential_requests (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  -- As the coach's profile words it.
  credential text not null check (char_length(credential) between 1 and 200),
  note text not null default '' check (char_length(note) <= 500),
  -- Deleted as soon as somebody has answered.
  document_id uuid references coach_pictures (id) on delete set null,
  status text not null default 'asked' check (status in ('asked', 'checked', 'refused')),
  answered_by uuid references profiles (id) on delete set null,
  answered_at timestamptz,
  refusal text check (char_length(refusal) between 3 and 500),
  created_at timestamptz not null default current_instant(),
  check ((status = 'refused') = (refusal is not null)),
  check ((status = 'asked') = (answered_at is null))
);
create unique index one_open_request_a_certificate on credential_requests (instructor_id, credential) where status = 'asked';
create index requests_of_a_coach on credential_requests (instructor_id, created_at desc);
create index requests_to_answer on credential_requests (created_at) where status = 'asked';

-- A review a coach brings along from elsewhere. Nobody sees it, and it counts nowhere, until an admin has looked at it; approved
-- ones stand in instructor_profiles.custom_reviews, from where the rating is made.
create table imported_reviews (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  author text not null check (char_length(author) between 1 and 80),
  rating smallint not null check (rating between 1 and 5),
  body text not null check (char_length(body) between 1 and 1000),
  source text not null check (char_length(source) between 1 and 200),
  status text not null default 'asked' check (status in ('asked', 'approved', 'refused')),
  answered_by uuid references profiles (id) on delete set null,
  answered_at timestamptz,
  refusal text check (char_length(refusal) between 3 and 500),
  created_at timestamptz not null default current_instant(),
  check ((status = 'refused') = (refusal is not null)),
  check ((status = 'asked') = (answered_at is null))
);
create index imported_reviews_of_a_coach on imported_reviews (instructor_id, created_at desc);
create index imported_reviews_to_answer on imported_reviews (created_at) where status = 'asked';
