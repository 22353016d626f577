-- runs outside a transaction
-- For the export and the erasure of a person's data, which include emails from before the account.
create index concurrently if not exists emails_without_a_person on email_logs (lower(recipient_email)) where user_id is null;
