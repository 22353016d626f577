-- Each date of a published clinic is a row of the coach's occupied time (decision 0123). The guard against double booking covers it; it keeps
-- its name, which processes of the previous version know.
alter table occupancies add column clinic_date_id uuid unique references clinic_dates (id) on delete cascade;
alter table occupancies drop constraint occupancies_kind_check;
alter table occupancies add constraint occupancies_kind_check check (kind in ('lesson', 'session'));
alter table occupancies add constraint occupancies_of_clinics check ((kind = 'session') = (clinic_date_id is not null));
alter table occupancies drop constraint no_overlapping_lessons_of_a_coach;
alter table occupancies add constraint no_overlapping_lessons_of_a_coach exclude using gist (
  instructor_id with =,
  int8range(
    extract(epoch from starts_at - timestamptz '1970-01-01 00:00Z')::bigint,
    extract(epoch from ends_at - timestamptz '1970-01-01 00:00Z')::bigint + buffer_minutes * 60
  ) with &&);
