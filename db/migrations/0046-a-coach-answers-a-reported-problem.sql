-- The coach's side of a problem that a student reported, once; Greenside reads it, the student does not.
alter table payment_disputes
  add column coach_answer text check (char_length(coach_answer) between 1 and 2000),
  add column coach_answered_at timestamptz,
  add constraint answers_have_their_time check ((coach_answer is null) = (coach_answered_at is null));
