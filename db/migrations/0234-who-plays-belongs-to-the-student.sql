alter table bookings validate constraint bookings_golfer_fkey;
