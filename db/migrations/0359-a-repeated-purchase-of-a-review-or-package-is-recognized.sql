-- Chosen by the page: a request that is repeated with the same one, for instance because its answer was lost, buys nothing again. Null
-- when the request had none.
alter table video_reviews add column idempotency_key text;
alter table package_sales add column idempotency_key text;
