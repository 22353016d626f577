-- The address that a sign-in provider named when it was connected (decision 0145).
alter table credentials add column email text check (char_length(email) <= 255);
