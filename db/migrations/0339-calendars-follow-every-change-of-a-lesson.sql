-- How often something other than the time of a lesson changed that calendars show: who plays, the student's note, that it is called
-- off. With change_number it is the version of the lesson in calendars (SEQUENCE). Earlier versions raise change_number for these.
alter table bookings add column detail_number integer not null default 0;
-- An entry in a calendar of the demo that does not make its time busy.
alter table local_vendor.calendar_events add column is_free boolean not null default false;
