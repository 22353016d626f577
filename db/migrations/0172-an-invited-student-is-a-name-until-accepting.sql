-- A coach enters a lesson for an address. Until its owner accepts, the lesson belongs to a profile of its own with the name that the
-- coach typed: nothing connects it with an account, whether the address has one or not.
alter table profiles add column is_invited boolean not null default false;

create table invited_students (
  -- The profile with the typed name. It is deleted when the invitation is accepted.
  student_id uuid primary key references profiles (id) on delete cascade,
  instructor_id uuid not null references profiles (id) on delete cascade,
  -- In small letters; null once it is forgotten.
  address text check (char_length(address) between 3 and 255 and address = lower(address)),
  -- The owner of the address blocked the coach: no letter goes there, and the coach is not told.
  is_unwanted boolean not null default false,
  declined_at timestamptz,
  created_at timestamptz not null default current_instant()
);
create unique index one_invited_student_a_coach_and_address on invited_students (instructor_id, address);
create index invited_students_of_an_address on invited_students (address) where address is not null;

-- A lesson and its payment change their student once: from a typed name to the account that accepted.
create function is_taken_over(from_student uuid, to_student uuid) returns boolean language sql stable as $$
  select exists (select from profiles where id = from_student and is_invited)
    and exists (select from profiles where id = to_student and not is_invited)
$$;

create or replace function refuse_changed_terms() returns trigger language plpgsql as $$
begin
  if old.package_id is null and new.package_id is not null and new.price_amount <= old.price_amount
    and (old.instructor_id, old.student_id, old.duration_minutes, old.cancellation_policy)
      = (new.instructor_id, new.student_id, new.duration_minutes, new.cancellation_policy) then
    return new;
  end if;
  if (old.instructor_id, old.duration_minutes, old.price_amount, old.cancellation_policy)
      = (new.instructor_id, new.duration_minutes, new.price_amount, new.cancellation_policy)
    and is_taken_over(old.student_id, new.student_id) then
    return new;
  end if;
  raise exception 'people, length, price and terms of a booking never change' using errcode = 'check_violation',
    constraint = 'bookings_keep_their_terms';
end $$;

create or replace function refuse_changed_amount() returns trigger language plpgsql as $$
begin
  if (old.booking_id, old.instructor_id, old.amount_cents, old.currency, old.discount_cents) is not distinct from
      (new.booking_id, new.instructor_id, new.amount_cents, new.currency, new.discount_cents)
    and old.discount_funded_by is not distinct from new.discount_funded_by
    and is_taken_over(old.student_id, new.student_id) then
    return new;
  end if;
  raise exception 'what a payment is for never changes' using errcode = 'check_violation',
    constraint = 'payments_keep_their_amount';
end $$;
