-- What a coach asks every student who books. The form of the profile writes them; the order is `position`.
create table intake_questions (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  position smallint not null check (position between 1 and 3),
  question text not null check (char_length(question) between 1 and 120),
  is_required boolean not null,
  constraint intake_questions_in_order unique (instructor_id, position) deferrable initially deferred
);

-- The answers of a booking, with the question as the student read it. The student, the coach and admins read them.
create table intake_answers (
  booking_id uuid not null references bookings (id) on delete cascade,
  position smallint not null check (position between 1 and 3),
  question_id uuid references intake_questions (id) on delete set null,
  question text not null check (char_length(question) between 1 and 120),
  answer text not null check (char_length(answer) between 1 and 300),
  primary key (booking_id, position)
);
create index intake_answers_of_a_question on intake_answers (question_id);
