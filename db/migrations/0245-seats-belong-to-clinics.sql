alter table bookings validate constraint bookings_clinic_fkey;
