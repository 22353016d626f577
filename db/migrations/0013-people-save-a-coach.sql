-- Somebody liked a coach's profile and left a way to be reached. Contacted is ticked by those who then write or call.
create table instructor_saves (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (char_length(email) <= 255),
  phone text check (char_length(phone) <= 20),
  notes text check (char_length(notes) <= 1000),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  contacted boolean not null default false,
  contacted_at timestamptz check ((contacted_at is not null) = contacted),
  created_at timestamptz not null default now()
);
create unique index one_save_of_a_coach_an_email on instructor_saves (lower(email), instructor_id);
create index saves_of_a_coach on instructor_saves (instructor_id);
create index saves_newest on instructor_saves (created_at desc);
