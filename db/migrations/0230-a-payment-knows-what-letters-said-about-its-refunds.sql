-- The part of the refunded amount that letters announced, apart from letters about a cancellation. It was derived from the
-- notifications, which are deleted after a while and did not consider refunds that came back.
alter table payments add column refund_told_cents integer not null default 0;
