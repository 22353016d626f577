-- Every refund as the processor has it, whoever asked for it. What is written here only ever gets more true (it was sent, it
-- ended), so that its events may come in any order.
create table processor_refunds (
  id text primary key,
  payment_id uuid not null references payments (id) on delete restrict,
  -- What of ours it was made for; null for one made on the processor's own pages.
  request_id uuid references payment_refunds (id) on delete restrict,
  amount_cents integer not null check (amount_cents > 0),
  is_sent boolean not null default false,
  ended_as text check (ended_as in ('failed', 'canceled')),
  failure text,
  first_heard_at timestamptz not null,
  ended_at timestamptz
);
create index processor_refunds_of_a_payment on processor_refunds (payment_id);
create index processor_refunds_of_a_request on processor_refunds (request_id);

-- What went back before refunds were known one by one.
alter table payments add column refunded_unnamed_cents integer not null default 0 check (refunded_unnamed_cents >= 0);

-- A refund that came back is asked for again under another key; `failed` when that was in vain and a person must decide.
alter table payment_refunds add column attempts integer not null default 0 check (attempts >= 0),
  add column retry_at timestamptz,
  drop constraint payment_refunds_status_check,
  add constraint payment_refunds_status_check check (status in ('requested', 'sent', 'failed'));
create index refunds_that_failed on payment_refunds (requested_at) where status = 'failed';

with known as (
  select p.id as payment_id, p.refunded_cents
      - coalesce((select sum(d.payment_amount) from payment_disputes d where d.payment_id = p.id and d.bank_outcome = 'lost'), 0)
      - coalesce((select sum(r.amount_cents) from payment_refunds r where r.payment_id = p.id and r.provider_refund_id like 'none:%'), 0)
      as by_processor,
    coalesce((select sum(r.amount_cents) from payment_refunds r where r.payment_id = p.id and r.status = 'sent'
      and r.provider_refund_id not like 'none:%' and r.provider_refund_id not like 'covered:%'), 0) as named
  from payments p where p.refunded_cents > 0
), settled as (
  -- Where an event is still to come, nothing is named: what comes is recognised by its amount.
  select payment_id, greatest(by_processor, 0) as by_processor, case when named <= by_processor then named else 0 end as named from known
), named as (
  insert into processor_refunds (id, payment_id, request_id, amount_cents, is_sent, first_heard_at)
  select r.provider_refund_id, r.payment_id, r.id, r.amount_cents, true, r.sent_at
  from payment_refunds r join settled s on s.payment_id = r.payment_id
  where s.named > 0 and r.status = 'sent' and r.provider_refund_id not like 'none:%' and r.provider_refund_id not like 'covered:%'
)
update payments p set refunded_unnamed_cents = s.by_processor - s.named
from settled s where s.payment_id = p.id and s.by_processor > s.named;

-- refund_returned: the payer's bank sent a refund back. refunded_by_hand: an admin paid it outside of the processor.
alter table ledger_transactions drop constraint ledger_transactions_kind_check,
  add constraint ledger_transactions_kind_check check (kind in ('paid', 'refund_due', 'refunded', 'released', 'reversed',
    'package_opened', 'credit_used', 'credit_returned', 'package_ended', 'refund_returned', 'refunded_by_hand'));
alter table ledger_lines drop constraint ledger_lines_account_check,
  add constraint ledger_lines_account_check check (account in ('processor_cash', 'coach_held', 'platform_fee', 'refunds_due',
    'package_held', 'paid_by_hand'));

-- A coach's account that was in order may be restricted later. checked_at: when the processor was asked; an answer to an
-- older question changes nothing.
alter table payout_accounts add column blocked_by text check (blocked_by in ('questions', 'review', 'rejected')),
  add column answer_by timestamptz,
  add column checked_at timestamptz,
  add column restricted_at timestamptz,
  drop constraint payout_accounts_status_check,
  add constraint payout_accounts_status_check check (status in ('pending', 'active', 'restricted'));
create index payout_accounts_by_check on payout_accounts (checked_at nulls first);
alter table payouts add column attempts integer not null default 0 check (attempts >= 0);

-- The stand-in for the processor has banks that send refunds back, and accounts that are restricted.
alter table local_vendor.refunds add column state text not null default 'succeeded' check (state in ('pending', 'succeeded', 'failed', 'canceled')),
  add column failure text;
alter table local_vendor.checkouts add column refunds_come_back boolean not null default false;
alter table local_vendor.accounts add column blocked_by text check (blocked_by in ('questions', 'review', 'rejected'));
