-- Who plays, besides the owner of an account: a child or another adult (decision 0129). There is no way to sign in as one or to write to
-- one: the owner of the account does both. Of a child no more than the year of birth is known.
create table golfers (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references profiles (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  relation text not null check (relation in ('child', 'adult')),
  year_of_birth smallint check (year_of_birth between 1900 and 2100),
  created_at timestamptz not null default current_instant(),
  -- Lessons of before keep the name; nothing else about the golfer is kept, and no new lesson can be booked.
  removed_at timestamptz,
  constraint golfers_of_an_account unique (account_id, id),
  constraint a_child_has_a_year_of_birth check (relation <> 'child' or year_of_birth is not null or removed_at is not null),
  constraint an_adult_has_no_year_of_birth check (relation <> 'adult' or year_of_birth is null)
);
create unique index golfers_have_different_names on golfers (account_id, lower(name)) where removed_at is null;
