-- Clips of a video review that its student has not sent: only the student sees them.
alter table clips add column is_unsent boolean not null default false;

create function clips_wait_for_their_review() returns trigger language plpgsql as $$
begin
  -- Waits until a review that is just being sent is written.
  perform from video_reviews where id = new.review_id for key share;
  new.is_unsent := exists (select from video_reviews where id = new.review_id and asked_at is null);
  return new;
end $$;
create trigger clips_of_a_review_wait before insert on clips
  for each row when (new.review_id is not null) execute function clips_wait_for_their_review();

create function send_clips_of_review() returns trigger language plpgsql as $$
begin
  update clips set is_unsent = false where review_id = new.id and is_unsent;
  return null;
end $$;
create trigger video_reviews_send_their_clips after update of asked_at on video_reviews
  for each row when (old.asked_at is null and new.asked_at is not null) execute function send_clips_of_review();

-- few rows: the clips of reviews that are not sent
update clips set is_unsent = true where review_id in (select id from video_reviews where asked_at is null);
