-- Answers to searches are kept in memory until what they show changes. Whatever a card or the choice of coaches is made of
-- says so here, in the transaction that changes it; a transaction that changes much says it once.
create function announce_coaches() returns trigger language plpgsql as $$
begin
  perform pg_notify('greenside', 'coaches:changed');
  return null;
end $$;
do $$
declare
  shown text;
begin
  foreach shown in array array['instructor_profiles', 'instructor_teaching_locations', 'zip_codes'] loop
    execute format('create trigger %1$s_announce_coaches after insert or update or delete or truncate on %1$s for each statement execute function announce_coaches()', shown);
  end loop;
end $$;

-- A coach without a name for the public is shown by her own.
create function announce_coach_name() returns trigger language plpgsql as $$
begin
  if exists (select 1 from instructor_profiles where user_id = new.id) then
    perform pg_notify('greenside', 'coaches:changed');
  end if;
  return null;
end $$;
create trigger profiles_announce_coach_name after update of full_name on profiles
  for each row when (old.full_name is distinct from new.full_name) execute function announce_coach_name();
