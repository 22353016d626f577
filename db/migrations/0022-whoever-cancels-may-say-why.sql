-- Whoever cancels a lesson may say why, and the other side reads it.
alter table bookings add column cancel_message text
  check (char_length(cancel_message) between 1 and 500),
  add constraint only_cancelled_lessons_have_a_reason check (cancel_message is null or status = 'cancelled');

-- What is written about a lesson reaches the open pages of both its people, as a change of the lesson does.
create function announce_words() returns trigger language plpgsql as $$
begin
  perform pg_notify('greenside', 'booking:' || new.booking_id);
  perform pg_notify('greenside', 'user:' || new.instructor_id);
  perform pg_notify('greenside', 'user:' || new.student_id);
  return null;
end $$;
create trigger reviews_announce_change after insert or update on lesson_reviews
  for each row execute function announce_words();
create trigger notes_announce_change after insert or update on lesson_notes
  for each row execute function announce_words();
create trigger disputes_announce_change after insert or update on payment_disputes
  for each row execute function announce_words();

-- A share that goes out shows on the coach's pages at once.
create function announce_payout() returns trigger language plpgsql as $$
begin
  perform pg_notify('greenside', 'booking:' || new.booking_id);
  perform pg_notify('greenside', 'user:' || new.instructor_id);
  return null;
end $$;
create trigger payouts_announce_change after update on payouts for each row
  when (old.status is distinct from new.status) execute function announce_payout();
