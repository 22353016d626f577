alter table local_vendor.checkouts add column customer_id text;
