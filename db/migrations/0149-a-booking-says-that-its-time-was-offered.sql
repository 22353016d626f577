-- The time was offered to the student, who had not chosen it: no lesson of theirs until they begin to pay.
alter table bookings add column is_offered boolean not null default false;
update bookings set is_offered = true from freed_time_offers where freed_time_offers.booking_id = bookings.id
  and bookings.status = 'pending';
