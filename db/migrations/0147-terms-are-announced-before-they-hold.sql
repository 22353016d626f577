-- Versions of /terms by the day each begins to hold. A later one is announced at least 30 days before, and everybody with an account
-- gets a letter; one more day is for the letters to leave.
create table terms_versions (
  version date primary key,
  -- What changes, in words for everybody; null for the first.
  summary text check (length(summary) between 1 and 2000),
  -- Markdown; null for the text that comes with the product.
  body text check (length(body) between 1 and 100000),
  announced_at timestamptz not null default current_instant(),
  -- The last person written to, by id; null before the first.
  letters_until uuid,
  -- When everybody had been written to.
  told_at timestamptz,
  check ((summary is null) = (body is null)),
  check (body is null or version - (announced_at at time zone 'Pacific/Honolulu')::date >= 31)
);
insert into terms_versions (version, told_at) values ('2026-11-22', current_instant());

-- The version that holds now: a day has begun when it has in Honolulu, which is last. The first holds from the beginning.
create function terms_in_force() returns date language sql stable as $$
  select coalesce(max(version) filter (where version <= (current_instant() at time zone 'Pacific/Honolulu')::date), min(version))
  from terms_versions
$$;
