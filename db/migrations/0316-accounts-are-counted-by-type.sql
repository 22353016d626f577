-- runs outside a transaction
create index concurrently if not exists profiles_by_type on profiles (user_type, created_at) where not is_invited;
