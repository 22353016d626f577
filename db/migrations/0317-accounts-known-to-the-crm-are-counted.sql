-- runs outside a transaction
create index concurrently if not exists profiles_known_to_crm on profiles (user_type, is_demo)
  where is_open and (email_verified or mailbox_proven_at is not null);
