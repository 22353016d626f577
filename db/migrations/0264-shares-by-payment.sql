-- runs outside a transaction
create unique index concurrently if not exists one_share_a_payment on payouts (payment_id) where payment_id is not null;
