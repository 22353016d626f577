-- A review of a golfer's videos, as a coach sells it on the profile (decision 0137).
create table video_review_offers (
  instructor_id uuid primary key references instructor_profiles (user_id) on delete cascade,
  price_cents integer not null check (price_cents between 500 and 100000),
  -- How many hours after the question the coach answers at the latest.
  promised_hours integer not null check (promised_hours in (24, 48, 72, 120)),
  is_sold boolean not null,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant()
);
create trigger video_review_offers_announce_coaches after insert or update or delete or truncate on video_review_offers
  for each statement execute function announce_coaches();

create table video_reviews (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null unique references payments (id) on delete restrict,
  instructor_id uuid not null references instructor_profiles (user_id) on delete restrict,
  student_id uuid not null references profiles (id) on delete restrict,
  -- One of the student's golfers; null when the student plays.
  golfer_id uuid references golfers (id) on delete set null,
  -- pending: at the checkout; paid: waits for the videos; asked: waits for the coach.
  status text not null default 'pending' check (status in ('pending', 'unpaid', 'paid', 'asked', 'answered', 'refunded')),
  price_cents integer not null check (price_cents > 0),
  promised_hours integer not null check (promised_hours > 0),
  question text not null default '' check (char_length(question) <= 2000),
  answer text not null default '' check (char_length(answer) <= 10000),
  -- Why it was refunded, and what the coach wrote who declined it.
  end_reason text check (end_reason in ('canceled', 'declined', 'overdue', 'not_sent', 'closed', 'late_payment', 'support')),
  end_message text check (char_length(end_message) <= 500),
  checkout_expires_at timestamptz not null,
  paid_at timestamptz,
  asked_at timestamptz,
  due_at timestamptz,
  reminded_at timestamptz,
  answered_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default current_instant(),
  constraint nobody_reviews_their_own_videos check (instructor_id <> student_id),
  constraint asked_reviews_are_due check (status <> 'asked' or (asked_at is not null and due_at > asked_at)),
  constraint answered_reviews_have_an_answer check ((status = 'answered') = (answered_at is not null)),
  constraint refunded_reviews_have_a_reason check ((status = 'refunded') = (end_reason is not null))
);
create index video_reviews_of_a_coach on video_reviews (instructor_id, created_at desc);
create index video_reviews_of_a_student on video_reviews (student_id, created_at desc);
create index video_reviews_of_a_golfer on video_reviews (golfer_id) where golfer_id is not null;
create index video_reviews_due on video_reviews (due_at) where status = 'asked';
create index video_reviews_to_send on video_reviews (paid_at) where status = 'paid';
create index video_reviews_at_the_checkout on video_reviews (checkout_expires_at) where status = 'pending';

create function check_video_review_step() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('pending', 'paid'), ('pending', 'unpaid'), ('pending', 'refunded'), ('unpaid', 'paid'), ('unpaid', 'refunded'),
    ('paid', 'asked'), ('paid', 'refunded'), ('asked', 'answered'), ('asked', 'refunded')) then
    raise exception 'a video review cannot go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger video_reviews_go_step_by_step before update of status on video_reviews
  for each row when (old.status is distinct from new.status) execute function check_video_review_step();

create function announce_video_review() returns trigger language plpgsql as $$
begin
  perform public.announce('user:' || new.instructor_id);
  perform public.announce('user:' || new.student_id);
  return null;
end $$;
create trigger video_reviews_are_announced after insert or update on video_reviews
  for each row execute function announce_video_review();

-- The review that a clip was sent with. Clips of lessons and of before have none.
alter table clips add column review_id uuid references video_reviews (id) on delete set null;
alter table clip_uploads add column review_id uuid references video_reviews (id) on delete set null;

-- A review is of a coach and a student: a coach of the showroom reviews no real student's videos.
call guard_pairs_of_showroom();
