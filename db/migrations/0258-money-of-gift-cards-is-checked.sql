-- Checked without locking out writers.
alter table payments validate constraint gift_cards_pay_at_most_the_price;
alter table ledger_lines validate constraint ledger_lines_account_check;
