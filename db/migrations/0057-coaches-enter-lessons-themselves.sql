-- A lesson the coach entered herself. While it waits for its payment it does not count among the times the student chose to hold.
alter table bookings add column entered_by_coach boolean not null default false;
