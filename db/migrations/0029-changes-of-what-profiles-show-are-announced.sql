-- A profile also shows reviews with their answers, and which certificates were looked at.
do $$
declare
  shown text;
begin
  foreach shown in array array['lesson_reviews', 'credential_verifications'] loop
    execute format('create trigger %1$s_announce_coaches after insert or update or delete or truncate on %1$s for each statement execute function announce_coaches()', shown);
  end loop;
end $$;
