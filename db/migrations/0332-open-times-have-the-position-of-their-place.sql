-- Repeated from the place, so that a search finds places and open times in one pass (decision 0139). Null as there.
alter table open_starts
  add column lat double precision,
  add column lng double precision,
  add column ux double precision,
  add column uy double precision,
  add column uz double precision;

-- few rows: 150,000 of 100,000 coaches take 3.4 seconds, in which only their next computation waits.
update open_starts s set lat = l.lat, lng = l.lng, ux = l.ux, uy = l.uy, uz = l.uz
from instructor_teaching_locations l where l.id = s.place_id;
