-- As before, but a canceled lesson does not complete the proposal of a package: it may go back to the package afterwards. The
-- cancellation completes the proposal itself when nothing is left.
create or replace function proposals_follow_their_lessons() returns trigger language plpgsql as $$
declare
  followed uuid := coalesce(new.proposal_id, (select proposal_id from lesson_packages where id = new.package_id));
  lessons integer;
begin
  if followed is null then return null; end if;
  select lessons_total into lessons from lesson_proposals where id = followed;
  if new.status = 'confirmed' then
    update lesson_proposals set status = 'scheduled', accepted_start = new.lesson_date, updated_at = current_instant()
      where id = followed and status in ('pending', 'expired', 'accepted');
  elsif new.status = 'cancelled' and old.status = 'pending' then
    update lesson_proposals set status = 'pending', accepted_start = null, accepted_at = null, updated_at = current_instant()
      where id = followed and status = 'accepted' and not exists (select from bookings b
        where b.proposal_id = followed and b.id <> new.id and b.status in ('pending', 'confirmed', 'completed'));
  elsif new.status = 'cancelled' and lessons = 1 then
    update lesson_proposals set status = 'cancelled', updated_at = current_instant() where id = followed and status = 'scheduled';
  elsif new.status = 'completed' and (lessons = 1 or not exists (
      select from lesson_packages p join lesson_credits c on c.package_id = p.id left join bookings b on b.id = c.booking_id
      where p.proposal_id = followed and (c.status = 'available' or b.status = 'confirmed'))) then
    update lesson_proposals set status = 'completed', lesson_completed = new.lesson_completed or lessons > 1, updated_at = current_instant()
      where id = followed and status = 'scheduled';
  end if;
  return null;
end $$;
