-- runs outside a transaction
create index concurrently if not exists ledger_of_a_payment on ledger_transactions (payment_id, occurred_at) where payment_id is not null;
