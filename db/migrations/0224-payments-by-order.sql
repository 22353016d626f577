-- runs outside a transaction
create index concurrently if not exists payments_of_an_order on payments (order_id);
