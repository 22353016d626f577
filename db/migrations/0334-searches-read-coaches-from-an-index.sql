-- runs outside a transaction
-- What a search without rare filters reads of each coach within reach, without the rest of the profile.
create index concurrently if not exists coaches_as_searched on instructor_profiles (user_id)
  include (hourly_rate, is_listed, instant_book_open, rating, review_count, gender);
