-- runs outside a transaction
create index concurrently if not exists payouts_with_errors on payouts (due_at) where last_error is not null and sent_at is null;
