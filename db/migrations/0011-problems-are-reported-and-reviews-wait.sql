-- What a student reports about a lesson, and what a card network tells us, in one list.
create table payment_disputes (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings (id) on delete restrict,
  payment_id uuid not null references payments (id) on delete restrict,
  student_id uuid not null references profiles (id) on delete restrict,
  instructor_id uuid not null references instructor_profiles (user_id) on delete restrict,
  source text not null default 'student' check (source in ('student', 'card_network')),
  provider_dispute_id text unique,
  status text not null default 'pending' check (status in ('pending', 'investigating', 'resolved', 'rejected')),
  admin_notes text check (char_length(admin_notes) <= 4000),
  resolved_by uuid references profiles (id) on delete set null,
  resolved_at timestamptz,
  lesson_title text not null,
  dispute_reason text not null check (dispute_reason in ('service_not_received', 'service_unsatisfactory', 'billing_error',
    'duplicate_charge', 'unauthorized_charge', 'refund_not_processed', 'other')),
  -- Cents.
  payment_amount integer not null check (payment_amount >= 0),
  student_name text not null,
  student_email text not null,
  instructor_name text not null,
  instructor_email text not null,
  dispute_details text check (char_length(dispute_details) <= 4000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((source = 'card_network') = (provider_dispute_id is not null)),
  check (status not in ('resolved', 'rejected') or resolved_at is not null)
);
create unique index one_reported_problem_a_lesson on payment_disputes (booking_id) where source = 'student';
create index newest_disputes on payment_disputes (created_at desc);
create index disputes_of_a_booking on payment_disputes (booking_id);

-- A review is hidden until the coach wrote a note to the student as well, or 14 days have passed. Null is hidden.
alter table lesson_reviews
  add column published_at timestamptz,
  add column reply text check (char_length(reply) between 1 and 2000),
  add column replied_at timestamptz,
  add constraint only_published_reviews_are_replied_to check (reply is null or (replied_at is not null and published_at is not null));
update lesson_reviews set published_at = created_at;
create index reviews_to_publish on lesson_reviews (created_at) where published_at is null;

-- What a coach writes to the student after a lesson; nobody else reads it.
create table lesson_notes (
  booking_id uuid primary key references bookings (id) on delete restrict,
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  student_id uuid not null references profiles (id) on delete restrict,
  note text not null check (char_length(note) between 1 and 2000),
  created_at timestamptz not null default now()
);

-- Only lessons that took place are reviewed, whoever inserts.
create function refuse_reviews_of_other_lessons() returns trigger language plpgsql as $$
begin
  if not exists (select from bookings b where b.id = new.booking_id and b.status = 'completed' and not b.no_show
    and b.student_id = new.student_id and b.instructor_id = new.instructor_id) then
    raise exception 'only completed lessons are reviewed' using errcode = 'check_violation',
      constraint = 'only_completed_lessons_are_reviewed';
  end if;
  return new;
end $$;
create trigger only_completed_lessons_are_reviewed before insert on lesson_reviews
  for each row execute function refuse_reviews_of_other_lessons();

create or replace function sum_booked_reviews() returns trigger language plpgsql as $$
begin
  update instructor_profiles p set booked_rating_sum = s.total, booked_rating_count = s.n
  from (
    select t.instructor_id, coalesce(sum(r.rating), 0)::integer as total, count(r.id)::integer as n
    from (select distinct instructor_id from touched) t
    left join lesson_reviews r on r.instructor_id = t.instructor_id and r.published_at is not null
    group by t.instructor_id
  ) s
  where p.user_id = s.instructor_id;
  return null;
end $$;
