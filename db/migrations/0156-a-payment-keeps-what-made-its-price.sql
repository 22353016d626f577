-- What made the amount of the list price, line by line, as the student read it before paying: [{"label": "Code WELCOME", "cents": -1000}].
alter table payments add column price_lines jsonb not null default '[]' check (jsonb_typeof(price_lines) = 'array');
update payments set price_lines = jsonb_build_array(jsonb_build_object('label', 'Discount', 'cents', -discount_cents))
  where discount_cents > 0;

create trigger payments_keep_their_price_lines before update of price_lines on payments
  for each row when (old.price_lines is distinct from new.price_lines) execute function refuse_changed_amount();
