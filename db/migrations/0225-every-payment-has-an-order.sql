-- Checked without locking out writers; the column then needs no scan of its own.
alter table payments validate constraint payments_order_id_fkey;
alter table payments add constraint payments_have_an_order check (order_id is not null) not valid;
alter table payments validate constraint payments_have_an_order;
alter table payments alter column order_id set not null;
alter table payments drop constraint payments_have_an_order;
