-- A coach brings students from a file (decision 0142). Nothing is sent until the coach confirms the letter.
create table student_imports (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  -- The length of the lessons that the coach owes.
  lesson_minutes integer not null check (lesson_minutes between 15 and 480),
  -- What the coach adds to the letter, which was confirmed at this time.
  message text check (char_length(message) between 1 and 500),
  confirmed_at timestamptz,
  imported_at timestamptz not null default current_instant()
);
create index imports_of_a_coach on student_imports (instructor_id, imported_at desc);

create table brought_students (
  id uuid primary key default gen_random_uuid(),
  import_id uuid not null references student_imports (id) on delete cascade,
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  -- The line of the file: letters go out in this order.
  line integer not null check (line >= 1),
  -- In lower case.
  email text not null check (char_length(email) between 3 and 255 and email = lower(email)),
  name text check (char_length(name) between 1 and 100),
  phone text check (char_length(phone) between 1 and 20),
  note text check (char_length(note) between 1 and 3900),
  lessons_owed smallint not null check (lessons_owed between 0 and 50),
  -- When the letter and its reminder went out; a person who must not be written to has a time here and no letter.
  written_at timestamptz,
  reminded_at timestamptz,
  -- The account that accepted the invitation.
  student_id uuid references profiles (id) on delete cascade,
  accepted_at timestamptz,
  created_at timestamptz not null default current_instant(),
  constraint accepted_students_have_an_account check ((accepted_at is null) = (student_id is null))
);
create unique index one_brought_student_a_coach_and_address on brought_students (instructor_id, email);
create index brought_students_of_an_import on brought_students (import_id);
create index brought_students_of_an_address on brought_students (email);
create index brought_students_of_a_student on brought_students (student_id) where student_id is not null;
create index brought_students_to_write_to on brought_students (instructor_id) where written_at is null and student_id is null;
create index brought_students_to_remind on brought_students (written_at) where reminded_at is null and student_id is null;
-- Letters are counted a day.
create index letters_to_brought_students on brought_students (instructor_id, written_at);

-- A coach of the showroom brings no real student.
call guard_pairs_of_showroom();
