-- A coach invites somebody by email. The link in the letter is kept as a hash; whoever accepts it is the coach's student.
create table student_invitations (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  -- In small letters.
  email text not null check (char_length(email) between 3 and 255 and email = lower(email)),
  name text check (char_length(name) between 1 and 100),
  message text check (char_length(message) between 1 and 500),
  -- Whoever accepts may book the coach's open times although instant booking is off.
  gives_access boolean not null default true,
  token_hash bytea not null unique,
  created_at timestamptz not null default current_instant(),
  sent_at timestamptz not null default current_instant(),
  expires_at timestamptz not null,
  withdrawn_at timestamptz,
  declined_at timestamptz,
  accepted_at timestamptz,
  student_id uuid references profiles (id) on delete cascade,
  constraint accepted_invitations_name_the_student check ((accepted_at is null) = (student_id is null)),
  constraint invitations_are_answered_once check (accepted_at is null or declined_at is null)
);
create unique index one_invitation_a_coach_and_address on student_invitations (instructor_id, email);
create index invitations_of_an_address on student_invitations (email);
create index invitations_of_a_student on student_invitations (student_id, instructor_id) where student_id is not null;

-- What a coach writes down about a student, for herself alone.
create table student_notes (
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  student_id uuid not null references profiles (id) on delete cascade,
  note text not null check (char_length(note) between 1 and 4000),
  version integer not null default 1,
  updated_at timestamptz not null default current_instant(),
  primary key (instructor_id, student_id)
);

-- A student's coaches are looked up from the other side, too.
create index calendar_access_of_a_coach on student_calendar_access (instructor_id);
