-- The part of a payment that gift cards pay; the rest is charged to the card of a bank.
alter table payments add column gift_cents integer not null default 0,
  add constraint gift_cards_pay_at_most_the_price check (gift_cents between 0 and amount_cents) not valid;

alter table ledger_lines drop constraint ledger_lines_account_check,
  add constraint ledger_lines_account_check check (account in ('processor_cash', 'coach_held', 'platform_fee', 'refunds_due',
    'package_held', 'paid_by_hand', 'gift_cards')) not valid;
