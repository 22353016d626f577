-- Packages that a coach sells on the profile. Terms are copied to the purchase when a time is held.
create table package_offers (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  title text not null check (char_length(title) between 1 and 120),
  lessons_total integer not null check (lessons_total between 2 and 20),
  duration_minutes integer not null check (duration_minutes between 15 and 480),
  lesson_type text not null check (lesson_type in ('individual', 'group', 'playing', 'video')),
  price_cents integer not null check (price_cents between 100 and 1000000),
  valid_days integer not null check (valid_days in (30, 90, 180, 365)),
  -- Anyone sees a public one; one by link is only shown to people who have its address.
  visibility text not null check (visibility in ('public', 'link', 'off')),
  -- Increases with every change of the terms; a purchase requires the version the student saw.
  version integer not null default 1,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant()
);
create index offers_of_a_coach on package_offers (instructor_id);

-- A held or booked lesson whose payment buys a package. Price, title and length are the booking's.
create table package_purchases (
  booking_id uuid primary key references bookings (id) on delete cascade,
  offer_id uuid references package_offers (id) on delete set null,
  lessons_total integer not null check (lessons_total between 2 and 20),
  valid_days integer not null,
  created_at timestamptz not null default current_instant()
);
create index purchases_of_an_offer on package_purchases (offer_id) where offer_id is not null;

-- A package is bought by accepting a proposal, or from the profile.
alter table lesson_packages alter column proposal_id drop not null;

create trigger package_offers_announce_coaches after insert or update or delete or truncate on package_offers
  for each statement execute function announce_coaches();
