-- A proposal says everything a lesson needs; its terms change only together with its version, and never once accepted.
alter table lesson_proposals
  add column lesson_type text not null default 'individual' check (lesson_type in ('individual', 'group', 'playing', 'video')),
  add column duration_minutes integer not null default 60 check (duration_minutes between 15 and 480),
  add column teaching_location_id uuid references instructor_teaching_locations (id) on delete set null,
  add column time_zone text not null default 'America/New_York',
  -- More than one: a package, paid once.
  add column lessons_total integer not null default 1 check (lessons_total between 1 and 50),
  add column package_valid_days integer check (package_valid_days between 7 and 730),
  add column note text check (char_length(note) between 1 and 1000),
  add column change_request text check (char_length(change_request) between 1 and 1000),
  add column expires_at timestamptz not null default now() + interval '7 days',
  add column version integer not null default 1 check (version >= 1),
  -- The time the student chose; the booking that holds it names the proposal.
  add column accepted_start timestamptz,
  add column accepted_at timestamptz,
  add column reminded_at timestamptz,
  add constraint packages_say_how_long_they_are_valid check ((lessons_total > 1) = (package_valid_days is not null)),
  add constraint accepted_proposals_have_a_time check (status not in ('accepted', 'scheduled') or accepted_start is not null)
    not valid,
  add constraint proposal_titles_say_something check (char_length(lesson_title) between 1 and 120) not valid,
  add constraint proposals_are_for_somebody_else check (instructor_id <> student_id);
create index proposals_to_look_after on lesson_proposals (expires_at) where status in ('pending', 'changes_requested', 'accepted');
create index proposals_of_a_pair on lesson_proposals (instructor_id, student_id, created_at desc);
create index payments_of_proposals on payments (proposal_id) where proposal_id is not null;

-- The lifecycle of src/features/proposals/proposal.ts, repeated where direct SQL cannot walk round it.
create function refuse_impossible_proposal_steps() returns trigger language plpgsql as $$
begin
  if not (
    (old.status = 'pending' and new.status in ('changes_requested', 'accepted', 'declined', 'expired', 'cancelled', 'scheduled')) or
    (old.status = 'changes_requested' and new.status in ('pending', 'declined', 'expired', 'cancelled')) or
    (old.status = 'accepted' and new.status in ('pending', 'scheduled')) or
    (old.status = 'expired' and new.status = 'scheduled') or
    (old.status = 'scheduled' and new.status in ('completed', 'cancelled'))
  ) then
    raise exception 'a % proposal cannot become %', old.status, new.status using errcode = 'check_violation',
      constraint = 'proposal_steps_follow_the_lifecycle';
  end if;
  return new;
end $$;
create trigger proposals_follow_their_lifecycle before update of status on lesson_proposals
  for each row when (old.status is distinct from new.status) execute function refuse_impossible_proposal_steps();

create function refuse_changed_proposals() returns trigger language plpgsql as $$
begin
  if old.instructor_id <> new.instructor_id or old.student_id <> new.student_id
    or old.status not in ('pending', 'changes_requested') or new.status <> 'pending' or new.version <= old.version then
    raise exception 'the terms of a % proposal do not change', old.status using errcode = 'check_violation',
      constraint = 'proposals_keep_their_terms';
  end if;
  return new;
end $$;
create trigger proposals_keep_their_terms before update on lesson_proposals
  for each row when (
    (old.instructor_id, old.student_id, old.proposed_dates, old.price_amount, old.lesson_title, old.lesson_type,
      old.duration_minutes, old.lessons_total, old.package_valid_days)
    is distinct from
    (new.instructor_id, new.student_id, new.proposed_dates, new.price_amount, new.lesson_title, new.lesson_type,
      new.duration_minutes, new.lessons_total, new.package_valid_days)
  ) execute function refuse_changed_proposals();

create function announce_proposal() returns trigger language plpgsql as $$
declare
  changed lesson_proposals := case tg_op when 'DELETE' then old else new end;
begin
  perform pg_notify('greenside', 'proposal:' || changed.id);
  perform pg_notify('greenside', 'proposals:' || changed.instructor_id);
  perform pg_notify('greenside', 'proposals:' || changed.student_id);
  return null;
end $$;
create trigger proposals_announce_changes after insert or update or delete on lesson_proposals
  for each row execute function announce_proposal();

-- Several lessons paid at once. The money waits in the books (account package_held) until each is drawn.
create table lesson_packages (
  id uuid primary key default gen_random_uuid(),
  proposal_id uuid not null unique references lesson_proposals (id) on delete restrict,
  -- The one payment for all of it; its booking is the first lesson.
  payment_id uuid not null unique references payments (id) on delete restrict,
  instructor_id uuid not null references instructor_profiles (user_id) on delete restrict,
  student_id uuid not null references profiles (id) on delete restrict,
  lessons_total integer not null check (lessons_total between 2 and 50),
  price_cents integer not null check (price_cents >= 0),
  duration_minutes integer not null check (duration_minutes between 15 and 480),
  lesson_title text not null,
  lesson_type text not null check (lesson_type in ('individual', 'group', 'playing', 'video')),
  teaching_location_id uuid references instructor_teaching_locations (id) on delete set null,
  -- The coach's terms when it was bought.
  cancellation_policy text not null check (cancellation_policy in ('flexible', 'standard', 'strict')),
  expires_at timestamptz not null,
  reminded_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('student', 'coach', 'admin', 'expired')),
  -- The coach's share of what was neither taught nor given back, sent once the package has ended.
  rest_cents integer not null default 0 check (rest_cents >= 0),
  rest_transfer_id text unique,
  rest_sent_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  check ((ended_at is null) = (end_reason is null)),
  check ((rest_transfer_id is null) = (rest_sent_at is null))
);
create index packages_of_a_student on lesson_packages (student_id, created_at desc);
create index packages_of_a_coach on lesson_packages (instructor_id, created_at desc);
create index packages_to_end on lesson_packages (expires_at) where ended_at is null;
create index package_rests_to_send on lesson_packages (ended_at) where rest_cents > 0 and rest_transfer_id is null;

alter table bookings add column package_id uuid references lesson_packages (id) on delete restrict;
create index lessons_of_a_package on bookings (package_id) where package_id is not null;

create table lesson_credits (
  package_id uuid not null references lesson_packages (id) on delete restrict,
  position smallint not null check (position >= 1),
  -- Its part of the price; all of them add up to it.
  value_cents integer not null check (value_cents >= 0),
  status text not null default 'available' check (status in ('available', 'used', 'ended')),
  booking_id uuid unique references bookings (id) on delete restrict,
  primary key (package_id, position),
  constraint used_credits_have_a_lesson check ((status = 'used') = (booking_id is not null))
);

create function announce_package() returns trigger language plpgsql as $$
begin
  perform pg_notify('greenside', 'proposals:' || p.instructor_id), pg_notify('greenside', 'proposals:' || p.student_id)
    from lesson_packages p where p.id = case tg_table_name when 'lesson_credits' then to_jsonb(new) ->> 'package_id'
      else to_jsonb(new) ->> 'id' end::uuid;
  return null;
end $$;
create trigger credits_announce_changes after update on lesson_credits for each row execute function announce_package();
create trigger packages_announce_changes after insert or update on lesson_packages for each row execute function announce_package();

alter table ledger_transactions drop constraint ledger_transactions_kind_check,
  add constraint ledger_transactions_kind_check check (kind in ('paid', 'refund_due', 'refunded', 'released', 'reversed',
    'package_opened', 'credit_used', 'credit_returned', 'package_ended'));
alter table ledger_lines drop constraint ledger_lines_account_check,
  add constraint ledger_lines_account_check check (account in ('processor_cash', 'coach_held', 'platform_fee', 'refunds_due',
    'package_held'));

-- Whatever way a booking goes, the proposal it was made from goes with it.
create function proposals_follow_their_lessons() returns trigger language plpgsql as $$
declare
  followed uuid := coalesce(new.proposal_id, (select proposal_id from lesson_packages where id = new.package_id));
  lessons integer;
begin
  if followed is null then return null; end if;
  select lessons_total into lessons from lesson_proposals where id = followed;
  if new.status = 'confirmed' then
    update lesson_proposals set status = 'scheduled', accepted_start = new.lesson_date, updated_at = now()
      where id = followed and (status in ('pending', 'expired') or (status = 'accepted' and accepted_start = new.lesson_date));
  elsif new.status = 'cancelled' and old.status = 'pending' then
    update lesson_proposals set status = 'pending', accepted_start = null, accepted_at = null, updated_at = now()
      where id = followed and status = 'accepted' and accepted_start = new.lesson_date;
  elsif new.status = 'cancelled' and lessons = 1 then
    update lesson_proposals set status = 'cancelled', updated_at = now() where id = followed and status = 'scheduled';
  elsif new.status = 'completed' and (lessons = 1 or not exists (
      select from lesson_packages p join lesson_credits c on c.package_id = p.id left join bookings b on b.id = c.booking_id
      where p.proposal_id = followed and (c.status = 'available' or b.status = 'confirmed'))) then
    update lesson_proposals set status = 'completed', lesson_completed = new.lesson_completed or lessons > 1, updated_at = now()
      where id = followed and status = 'scheduled';
  end if;
  return null;
end $$;
create trigger proposals_follow_their_lessons after update of status on bookings
  for each row when (old.status is distinct from new.status) execute function proposals_follow_their_lessons();
