create table bookings (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete restrict,
  student_id uuid not null references profiles (id) on delete restrict,
  lesson_date timestamptz not null,
  lesson_end timestamptz not null,
  duration_minutes integer not null check (duration_minutes between 15 and 480),
  buffer_minutes integer not null default 0 check (buffer_minutes between 0 and 120),
  time_zone text not null,
  price_amount numeric(10, 2) not null check (price_amount >= 0),
  lesson_title text not null,
  lesson_type text not null default 'individual' check (lesson_type in ('individual', 'group', 'playing', 'video')),
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'completed', 'cancelled')),
  payment_status text not null default 'pending'
    check (payment_status in ('pending', 'completed', 'failed', 'refunded', 'partially_refunded')),
  lesson_completed boolean not null default false,
  hold_expires_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text check (cancel_reason in ('hold_expired', 'payment_failed', 'abandoned', 'student', 'coach', 'admin')),
  teaching_location_id uuid references instructor_teaching_locations (id) on delete set null,
  location_name text not null,
  location_address text,
  idempotency_key text,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (extract(epoch from (lesson_end - lesson_date)) = duration_minutes * 60),
  check (status <> 'pending' or hold_expires_at is not null),
  check (status <> 'cancelled' or (cancelled_at is not null and cancel_reason is not null)),
  -- The last guard against double booking: no two lessons of a coach that count may overlap, nor come closer than the
  -- buffer that the coach wanted when the first of them was booked. In seconds since 1970.
  constraint no_overlapping_lessons_of_a_coach exclude using gist (
    instructor_id with =,
    int8range(
      extract(epoch from lesson_date - timestamptz '1970-01-01 00:00Z')::bigint,
      extract(epoch from lesson_end - timestamptz '1970-01-01 00:00Z')::bigint + buffer_minutes * 60
    ) with &&)
    where (status in ('pending', 'confirmed', 'completed'))
);
create unique index one_booking_an_idempotency_key on bookings (student_id, idempotency_key);
create index bookings_of_a_coach on bookings (instructor_id, lesson_date);
create index bookings_of_a_student on bookings (student_id, lesson_date);
create index newest_bookings_of_a_coach on bookings (instructor_id, created_at desc);
create index bookings_at_a_place on bookings (teaching_location_id);
create index holds_by_expiry on bookings (hold_expires_at) where status = 'pending';

-- The lifecycle of src/features/bookings/booking.ts, repeated where direct SQL cannot walk round it.
-- A cancelled booking comes back only when its hold had run out and the payment arrived late.
create function refuse_impossible_booking_steps() returns trigger language plpgsql as $$
begin
  if not (
    (old.status = 'pending' and new.status in ('confirmed', 'cancelled')) or
    (old.status = 'confirmed' and new.status in ('completed', 'cancelled')) or
    (old.status = 'cancelled' and new.status = 'confirmed' and old.cancel_reason in ('hold_expired', 'payment_failed', 'abandoned'))
  ) then
    raise exception 'a % booking cannot become %', old.status, new.status using errcode = 'check_violation',
      constraint = 'booking_steps_follow_the_lifecycle';
  end if;
  return new;
end $$;
create trigger bookings_follow_their_lifecycle before update of status on bookings
  for each row when (old.status is distinct from new.status) execute function refuse_impossible_booking_steps();

create function set_lesson_end() returns trigger language plpgsql as $$
begin
  new.lesson_end := new.lesson_date + make_interval(mins => new.duration_minutes);
  new.updated_at := now();
  return new;
end $$;
create trigger lessons_end_after_their_duration before insert or update on bookings
  for each row execute function set_lesson_end();

create function announce_booking() returns trigger language plpgsql as $$
begin
  perform pg_notify('greenside', 'booking:' || new.id);
  perform pg_notify('greenside', 'coach-slots:' || new.instructor_id);
  perform pg_notify('greenside', 'user:' || new.instructor_id);
  perform pg_notify('greenside', 'user:' || new.student_id);
  return null;
end $$;
create trigger bookings_announce_insert after insert on bookings for each row execute function announce_booking();
create trigger bookings_announce_change after update on bookings for each row
  when (old.status is distinct from new.status or old.lesson_date is distinct from new.lesson_date
    or old.payment_status is distinct from new.payment_status) execute function announce_booking();

create table payments (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null unique references bookings (id) on delete restrict,
  instructor_id uuid not null references instructor_profiles (user_id) on delete restrict,
  student_id uuid not null references profiles (id) on delete restrict,
  amount_cents integer not null check (amount_cents >= 0),
  refunded_cents integer not null default 0 check (refunded_cents >= 0 and refunded_cents <= amount_cents),
  currency char(3) not null default 'usd',
  payment_status text not null default 'pending'
    check (payment_status in ('pending', 'completed', 'failed', 'refunded', 'partially_refunded')),
  payment_method text,
  stripe_session_id text unique,
  stripe_payment_intent_id text unique,
  checkout_url text,
  proposal_id uuid,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index payments_of_a_coach on payments (instructor_id, created_at desc);
create index payments_of_a_student on payments (student_id, created_at desc);

-- Every event a payment processor ever sent us, once. The primary key is what makes webhooks idempotent.
create table payment_events (
  id text primary key,
  type text not null,
  session_id text,
  outcome text,
  received_at timestamptz not null default now()
);

create table lesson_reviews (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null unique references bookings (id) on delete restrict,
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  student_id uuid not null references profiles (id) on delete restrict,
  rating smallint not null check (rating between 1 and 5),
  comment text check (char_length(comment) <= 2000),
  created_at timestamptz not null default now()
);
create index reviews_by_a_student on lesson_reviews (student_id);
create index reviews_of_a_coach on lesson_reviews (instructor_id, created_at desc);

-- Rating = mean of booked and imported reviews, one decimal, 0 when there are none.
create function rate_coach() returns trigger language plpgsql as $$
declare
  imported_sum numeric;
  imported_count integer;
begin
  select coalesce(sum((r ->> 'rating')::numeric), 0), count(*) into imported_sum, imported_count
    from jsonb_array_elements(new.custom_reviews) r;
  new.review_count := new.booked_rating_count + imported_count;
  new.rating := case when new.review_count = 0 then 0
    else round((new.booked_rating_sum + imported_sum) / new.review_count, 1) end;
  return new;
end $$;
create trigger coaches_are_rated before insert or update of custom_reviews, booked_rating_sum, booked_rating_count
  on instructor_profiles for each row execute function rate_coach();

create function sum_booked_reviews() returns trigger language plpgsql as $$
begin
  update instructor_profiles p set booked_rating_sum = s.total, booked_rating_count = s.n
  from (
    select t.instructor_id, coalesce(sum(r.rating), 0)::integer as total, count(r.id)::integer as n
    from (select distinct instructor_id from touched) t
    left join lesson_reviews r on r.instructor_id = t.instructor_id
    group by t.instructor_id
  ) s
  where p.user_id = s.instructor_id;
  return null;
end $$;
create trigger reviews_rate_on_insert after insert on lesson_reviews
  referencing new table as touched for each statement execute function sum_booked_reviews();
create trigger reviews_rate_on_update after update on lesson_reviews
  referencing new table as touched for each statement execute function sum_booked_reviews();
create trigger reviews_rate_on_delete after delete on lesson_reviews
  referencing old table as touched for each statement execute function sum_booked_reviews();

create table lesson_proposals (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  student_id uuid not null references profiles (id) on delete cascade,
  status text not null default 'pending' check (status in
    ('pending', 'changes_requested', 'accepted', 'scheduled', 'completed', 'declined', 'expired', 'cancelled')),
  proposed_dates jsonb not null default '[]' check (jsonb_typeof(proposed_dates) = 'array'),
  price_amount numeric(10, 2) not null check (price_amount >= 0),
  lesson_title text not null,
  lesson_completed boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index newest_proposals_of_a_coach on lesson_proposals (instructor_id, created_at desc);
create index proposals_of_a_student on lesson_proposals (student_id, created_at desc);
alter table payments add foreign key (proposal_id) references lesson_proposals (id) on delete set null;
