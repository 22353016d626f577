-- The back office's list of users: newest first a page at a time, and found by any part of name, address or number.
create index profiles_by_age on profiles (created_at, id);
drop index profiles_newest;
create index profiles_by_words on profiles using gin
  ((full_name || ' ' || email || ' ' || coalesce(phone, '')) gin_trgm_ops);
