-- Dates of clinics that were written to a Google calendar, or are about to be: one event for each date, instead of one for each seat. They
-- stay when the coach disconnects, so that connecting again takes away what was cancelled meanwhile.
create table google_clinic_events (
  clinic_date_id uuid not null references clinic_dates (id) on delete cascade,
  google_id text not null,
  instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- Which version of the clinic is written: its updated_at; null while none is.
  version timestamptz,
  primary key (clinic_date_id, google_id)
);
create index clinic_events_of_a_coach on google_clinic_events (instructor_id, ends_at);
