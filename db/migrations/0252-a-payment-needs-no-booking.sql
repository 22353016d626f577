-- A payment is for a lesson, which has a booking and a coach, or for something that is sold without one (decision 0135). Processes
-- of the previous version insert payments without a kind, which are for lessons.
alter table payments alter column booking_id drop not null,
  alter column instructor_id drop not null,
  add column kind text not null default 'lesson',
  add constraint payments_for_lessons_have_a_booking
    check ((kind = 'lesson') = (booking_id is not null) and (kind <> 'lesson' or instructor_id is not null)) not valid;

create trigger payments_keep_their_kind before update of kind on payments
  for each row when (old.kind is distinct from new.kind) execute function refuse_changed_amount();
