-- People who found no coach where they live, and want to hear of the first one.
create table city_waitlist (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (char_length(email) <= 255),
  city text not null check (char_length(city) between 1 and 100),
  state text not null check (char_length(state) <= 30),
  -- skillLevel and maxBudget (dollars an hour), where somebody said so.
  preferences jsonb not null default '{}' check (jsonb_typeof(preferences) = 'object'),
  -- Goes one way: nobody is notified twice.
  status text not null default 'pending' check (status in ('pending', 'notified')),
  notified_at timestamptz check ((notified_at is not null) = (status = 'notified')),
  created_at timestamptz not null default now()
);
create unique index one_place_on_a_citys_list on city_waitlist (lower(email), lower(city), state);
create index waitlist_newest on city_waitlist (created_at desc);
create index waitlist_of_a_city on city_waitlist (lower(city), state) where status = 'pending';

create function refuse_unnotifying() returns trigger language plpgsql as $$
begin
  raise exception 'whoever was notified stays notified' using errcode = 'check_violation',
    constraint = 'waitlist_goes_one_way';
end $$;
create trigger waitlist_goes_one_way before update of status on city_waitlist
  for each row when (old.status = 'notified' and new.status <> 'notified') execute function refuse_unnotifying();

-- The code nearest to where somebody stands, and the towns a map names.
create index zip_codes_by_coordinates on zip_codes (lat, lng);
