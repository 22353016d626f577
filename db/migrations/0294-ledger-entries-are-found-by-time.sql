-- runs outside a transaction
create index concurrently if not exists ledger_by_time on ledger_transactions (occurred_at);
