-- Clinics and camps: sessions of a coach with seats that students buy one by one (decision 0114).
create table clinics (
  id uuid primary key default gen_random_uuid(),
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  status text not null default 'draft' check (status in ('draft', 'published', 'cancelled')),
  title text not null check (char_length(title) between 1 and 80),
  description text not null check (char_length(description) <= 2000),
  -- The place as it was when the clinic was published. A place that is removed later leaves name and address.
  teaching_location_id uuid references instructor_teaching_locations (id) on delete set null,
  location_name text not null,
  location_address text,
  time_zone text not null,
  -- A seat, for all dates together.
  price_cents integer not null check (price_cents between 100 and 1000000),
  seats smallint not null check (seats between 2 and 50),
  -- With fewer participants when it is decided, the clinic does not take place.
  minimum smallint not null check (minimum >= 1),
  decide_at timestamptz,
  -- Set once the minimum was reached in time.
  decided_at timestamptz,
  youngest smallint check (youngest between 3 and 99),
  oldest smallint check (oldest between 3 and 99),
  level text not null default 'everyone' check (level in ('everyone', 'beginner', 'intermediate', 'advanced')),
  published_at timestamptz,
  cancelled_at timestamptz,
  cancelled_because text check (cancelled_because in ('coach', 'minimum', 'account')),
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant(),
  check (minimum <= seats),
  check (youngest <= oldest),
  check (minimum = 1 or decide_at is not null),
  check ((status = 'cancelled') = (cancelled_at is not null)),
  check ((status = 'cancelled') = (cancelled_because is not null))
);
create index clinics_of_a_coach on clinics (instructor_id, created_at desc);
create index clinics_at_a_place on clinics (teaching_location_id) where teaching_location_id is not null;
create index clinics_to_decide on clinics (decide_at) where status = 'published' and decided_at is null and decide_at is not null;

create table clinic_dates (
  id uuid primary key default gen_random_uuid(),
  clinic_id uuid not null references clinics (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  check (ends_at - starts_at between interval '15 minutes' and interval '8 hours')
);
create unique index dates_of_a_clinic on clinic_dates (clinic_id, starts_at);
