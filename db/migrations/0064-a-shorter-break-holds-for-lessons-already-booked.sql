-- A lesson keeps the break it was booked with, for the constraint that keeps lessons apart. When the coach wants a shorter one,
-- the lessons ahead let go of the rest of theirs: else times would be shown that nobody can book.
create function shorten_breaks() returns trigger language plpgsql as $$
begin
  update bookings set buffer_minutes = new.buffer_minutes
    where instructor_id = new.user_id and buffer_minutes > new.buffer_minutes
      and lesson_end > current_instant() - interval '1 day';
  return null;
end $$;
create trigger shorter_breaks_hold_at_once after update of buffer_minutes on instructor_profiles
  for each row when (new.buffer_minutes < old.buffer_minutes) execute function shorten_breaks();

update bookings b set buffer_minutes = p.buffer_minutes from instructor_profiles p
  where p.user_id = b.instructor_id and b.buffer_minutes > p.buffer_minutes and b.lesson_end > current_instant() - interval '1 day';
