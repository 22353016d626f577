-- What we owe back, each for one reason and once: business_key names the event that caused it.
create table payment_refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments (id) on delete restrict,
  booking_id uuid not null references bookings (id) on delete restrict,
  business_key text not null unique,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (reason in ('late_payment', 'student', 'coach', 'admin', 'dispute')),
  status text not null default 'requested' check (status in ('requested', 'sent')),
  provider_refund_id text unique,
  last_error text,
  requested_at timestamptz not null,
  sent_at timestamptz,
  check ((status = 'sent') = (provider_refund_id is not null and sent_at is not null))
);
create index refunds_of_a_booking on payment_refunds (booking_id);
create index refunds_of_a_payment on payment_refunds (payment_id);
create index refunds_to_send on payment_refunds (requested_at) where status = 'requested';

create function refuse_refunds_beyond_payment() returns trigger language plpgsql as $$
begin
  if new.amount_cents + coalesce((select sum(r.amount_cents) from payment_refunds r where r.payment_id = new.payment_id), 0)
    > (select p.amount_cents from payments p where p.id = new.payment_id) then
    raise exception 'refunds exceed the payment' using errcode = 'check_violation',
      constraint = 'refunds_stay_within_the_payment';
  end if;
  return new;
end $$;
create trigger refunds_stay_within_the_payment before insert on payment_refunds
  for each row execute function refuse_refunds_beyond_payment();

-- The books. Every transaction moves money between accounts and sums to nothing; none is ever changed.
-- processor_cash: what the processor keeps for us. Owed to others, hence negative: coach_held, refunds_due, platform_fee.
create table ledger_transactions (
  id uuid primary key default gen_random_uuid(),
  business_key text not null unique,
  kind text not null check (kind in ('paid', 'refund_due', 'refunded', 'released', 'reversed')),
  booking_id uuid not null references bookings (id) on delete restrict,
  occurred_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index ledger_of_a_booking on ledger_transactions (booking_id, occurred_at);
create table ledger_lines (
  transaction_id uuid not null references ledger_transactions (id) on delete restrict,
  account text not null check (account in ('processor_cash', 'coach_held', 'platform_fee', 'refunds_due')),
  amount_cents integer not null check (amount_cents <> 0),
  primary key (transaction_id, account)
);

create function refuse_unbalanced_transaction() returns trigger language plpgsql as $$
declare
  checked uuid := case tg_table_name when 'ledger_lines' then to_jsonb(new) ->> 'transaction_id' else to_jsonb(new) ->> 'id' end;
  total bigint;
  lines integer;
begin
  select coalesce(sum(amount_cents), 0), count(*) into total, lines from ledger_lines where transaction_id = checked;
  if total <> 0 or lines < 2 then
    raise exception 'ledger transaction % has % lines and sums to %', checked, lines, total
      using errcode = 'check_violation', constraint = 'ledger_transactions_balance';
  end if;
  return null;
end $$;
create constraint trigger ledger_transactions_balance after insert on ledger_transactions
  deferrable initially deferred for each row execute function refuse_unbalanced_transaction();
create constraint trigger ledger_lines_balance after insert on ledger_lines
  deferrable initially deferred for each row execute function refuse_unbalanced_transaction();

-- An operator who throws a demo away says so first: set local greenside.ledger_by_hand = 'yes'.
create function refuse_changed_books() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('greenside.ledger_by_hand', true), '') = 'yes' then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  raise exception 'the books are only ever added to' using errcode = 'check_violation', constraint = 'ledger_is_append_only';
end $$;
create trigger ledger_transactions_stay before update or delete on ledger_transactions
  for each row execute function refuse_changed_books();
create trigger ledger_lines_stay before update or delete on ledger_lines
  for each row execute function refuse_changed_books();
create trigger ledger_transactions_are_not_emptied before truncate on ledger_transactions
  for each statement execute function refuse_changed_books();
create trigger ledger_lines_are_not_emptied before truncate on ledger_lines
  for each statement execute function refuse_changed_books();
