-- Codes that make a lesson cheaper: by a percentage or an amount, for one coach or for all of them.
create table promo_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-Z0-9]([A-Z0-9-]{1,28})[A-Z0-9]$'),
  percent_off smallint check (percent_off between 1 and 100),
  amount_off_cents integer check (amount_off_cents > 0),
  -- Null: good with every coach.
  instructor_id uuid references instructor_profiles (user_id) on delete cascade,
  -- Who earns less because of it. Only a code of one coach can be paid for by the coach.
  funded_by text not null default 'platform' check (funded_by in ('platform', 'coach')),
  max_uses integer check (max_uses > 0),
  max_uses_per_student integer check (max_uses_per_student > 0) default 1,
  valid_from timestamptz not null default now(),
  valid_until timestamptz check (valid_until > valid_from),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  check (num_nonnulls(percent_off, amount_off_cents) = 1),
  check (funded_by = 'platform' or instructor_id is not null)
);
create index promo_codes_of_a_coach on promo_codes (instructor_id) where instructor_id is not null;

-- One a browser session, for one coach.
create table exit_offers (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null unique,
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  percent_off smallint not null check (percent_off between 1 and 100),
  offered_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > offered_at)
);
create index exit_offers_of_a_coach on exit_offers (instructor_id);

-- A discount on one booking: kept for it while the time is held, used up in the moment the payment arrives.
create table booking_discounts (
  booking_id uuid primary key references bookings (id) on delete cascade,
  student_id uuid not null references profiles (id) on delete cascade,
  exit_offer_id uuid references exit_offers (id) on delete restrict,
  promo_code_id uuid references promo_codes (id) on delete restrict,
  amount_cents integer not null check (amount_cents > 0),
  redeemed_at timestamptz,
  created_at timestamptz not null default now(),
  check (num_nonnulls(exit_offer_id, promo_code_id) = 1)
);
create index discounts_by_code on booking_discounts (promo_code_id) where promo_code_id is not null;
create index discounts_by_offer on booking_discounts (exit_offer_id) where exit_offer_id is not null;
create index discounts_of_a_student on booking_discounts (student_id);
create unique index an_exit_offer_is_used_once on booking_discounts (exit_offer_id) where redeemed_at is not null;

-- The last guard of a code's limits, for direct SQL, too. The code's row is what they take turns on.
create function refuse_uses_beyond_limits() returns trigger language plpgsql as $$
declare
  allowed promo_codes;
  used integer;
  used_by_student integer;
begin
  select * into allowed from promo_codes where id = new.promo_code_id for no key update;
  select count(*), count(*) filter (where d.student_id = new.student_id) into used, used_by_student
    from booking_discounts d
    where d.promo_code_id = new.promo_code_id and d.redeemed_at is not null and d.booking_id <> new.booking_id;
  if used >= coalesce(allowed.max_uses, used + 1)
    or used_by_student >= coalesce(allowed.max_uses_per_student, used_by_student + 1) then
    raise exception 'this code is used up' using errcode = 'check_violation',
      constraint = 'promo_codes_stay_within_their_limits';
  end if;
  return new;
end $$;
create trigger promo_codes_stay_within_their_limits before insert or update of redeemed_at on booking_discounts
  for each row when (new.redeemed_at is not null and new.promo_code_id is not null)
  execute function refuse_uses_beyond_limits();

-- What the student pays is amount_cents; the coach's price was amount_cents + discount_cents.
alter table payments
  add column discount_cents integer not null default 0 check (discount_cents >= 0),
  add column discount_funded_by text check (discount_funded_by in ('platform', 'coach')),
  add constraint discounts_are_paid_for_by_somebody check ((discount_cents > 0) = (discount_funded_by is not null));

create function refuse_changed_amount() returns trigger language plpgsql as $$
begin
  raise exception 'what a payment is for never changes' using errcode = 'check_violation',
    constraint = 'payments_keep_their_amount';
end $$;
create trigger payments_keep_their_amount
  before update of booking_id, instructor_id, student_id, amount_cents, currency, discount_cents, discount_funded_by on payments
  for each row when (
    (old.booking_id, old.instructor_id, old.student_id, old.amount_cents, old.currency, old.discount_cents, old.discount_funded_by)
    is distinct from
    (new.booking_id, new.instructor_id, new.student_id, new.amount_cents, new.currency, new.discount_cents, new.discount_funded_by)
  ) execute function refuse_changed_amount();

-- A lesson agreed upon in a proposal is booked once.
alter table bookings
  add column proposal_id uuid references lesson_proposals (id) on delete set null,
  -- Made by a demo account with a demo coach: looks paid, and no money ever moved.
  add column is_demonstration boolean not null default false;
create unique index a_proposal_is_booked_once on bookings (proposal_id)
  where proposal_id is not null and status in ('pending', 'confirmed', 'completed');

alter table instructor_profiles
  -- The coach pays for exit offers out of the own share, not the platform out of its fee.
  add column funds_exit_offers boolean not null default false,
  -- Lessons with this coach are never paid for: demo accounts book them, nobody else can.
  add column takes_demo_bookings boolean not null default false;
