-- A package bought on a coach's profile without its first lesson, from the checkout on (decision 0158).
create table package_sales (
  payment_id uuid primary key references payments (id) on delete restrict,
  -- Null once the coach has removed the package from the profile.
  offer_id uuid references package_offers (id) on delete set null,
  -- The terms that the student saw.
  version integer not null,
  instructor_id uuid not null references instructor_profiles (user_id) on delete restrict,
  student_id uuid not null references profiles (id) on delete restrict,
  -- pending: at the checkout; unpaid: the checkout ended; opened: paid; refunded: paid when it could not be opened.
  status text not null default 'pending' check (status in ('pending', 'unpaid', 'opened', 'refunded')),
  title text not null,
  lesson_type text not null,
  lessons_total integer not null check (lessons_total between 1 and 50),
  duration_minutes integer not null check (duration_minutes > 0),
  valid_days integer not null check (valid_days > 0),
  cancellation_policy text not null,
  checkout_expires_at timestamptz not null,
  created_at timestamptz not null default current_instant(),
  constraint package_sales_have_two_people check (instructor_id <> student_id)
);
create index package_sales_of_an_offer on package_sales (offer_id) where offer_id is not null;
create index package_sales_of_a_student on package_sales (student_id, created_at desc);
create index package_sales_of_a_coach on package_sales (instructor_id, created_at desc);
create index package_sales_at_the_checkout on package_sales (checkout_expires_at) where status = 'pending';

create function check_package_sale_step() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (
    ('pending', 'opened'), ('pending', 'unpaid'), ('pending', 'refunded'), ('unpaid', 'opened'), ('unpaid', 'refunded')) then
    raise exception 'the sale of a package cannot go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger package_sales_go_step_by_step before update of status on package_sales
  for each row when (old.status is distinct from new.status) execute function check_package_sale_step();

create function announce_package_sale() returns trigger language plpgsql as $$
begin
  perform public.announce('proposals:' || new.student_id);
  return null;
end $$;
create trigger package_sales_are_announced after update on package_sales
  for each row execute function announce_package_sale();

-- The share of such a package belongs to its payment.
alter table payouts drop constraint shares_belong_to_one_thing,
  add constraint shares_belong_to_one_thing check (num_nonnulls(booking_id, payment_id) = 1) not valid;

-- A coach of the showroom sells no package to a real student.
call guard_pairs_of_showroom();
