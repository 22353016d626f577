-- Checked without locking out writers.
alter table payouts validate constraint payouts_payment_id_fkey;
alter table payouts validate constraint shares_belong_to_one_thing;
