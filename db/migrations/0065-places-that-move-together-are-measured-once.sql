-- Two places of a coach that change in one statement are one drive, not two.
create or replace function measure_drives() returns trigger language plpgsql as $$
begin
  insert into coach_drives (instructor_id, place_a, place_b, estimated_minutes)
  select distinct on (least(here.id, there.id), greatest(here.id, there.id))
    here.instructor_id, least(here.id, there.id), greatest(here.id, there.id),
    estimated_drive_minutes(coalesce(here.lat, hz.lat), coalesce(here.lng, hz.lng), coalesce(there.lat, tz.lat), coalesce(there.lng, tz.lng))
  from instructor_teaching_locations here
  join instructor_teaching_locations there on there.instructor_id = here.instructor_id and there.id <> here.id
  left join zip_codes hz on hz.zip = here.zip
  left join zip_codes tz on tz.zip = there.zip
  where here.id in (select id from touched)
  order by 2, 3
  on conflict (place_a, place_b) do update
    set estimated_minutes = excluded.estimated_minutes, routed_minutes = null, routed_at = null
    where coach_drives.estimated_minutes is distinct from excluded.estimated_minutes;
  return null;
end $$;
