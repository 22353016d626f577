-- What is paid for at once (decision 0124): an order has the checkout and the charge, and a payment for each thing that it sells.
-- A payment written without an order is an order of its own. It has the id of its booking, which is what the processor knows of
-- checkouts from before.
create table orders (
  id uuid primary key default gen_random_uuid(),
  student_id uuid not null references profiles (id) on delete restrict,
  stripe_session_id text unique,
  stripe_payment_intent_id text unique,
  -- What the processor calls the card, for purchases with an exit offer.
  card_fingerprint text,
  checkout_url text,
  terms_version date,
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant()
);
create index orders_of_a_student on orders (student_id, created_at desc);
create index orders_by_age on orders (created_at, id);
create index orders_by_card on orders (card_fingerprint) where card_fingerprint is not null;

alter table payments add column order_id uuid;
alter table payments add constraint payments_order_id_fkey foreign key (order_id) references orders (id) on delete restrict not valid;

create function order_single_payment() returns trigger language plpgsql as $$
begin
  insert into orders (id, student_id, stripe_session_id, stripe_payment_intent_id, card_fingerprint, checkout_url, terms_version,
    created_at, updated_at)
  values (new.booking_id, new.student_id, new.stripe_session_id, new.stripe_payment_intent_id, new.card_fingerprint, new.checkout_url,
    new.terms_version, new.created_at, new.updated_at)
  returning id into new.order_id;
  return new;
end $$;
create trigger payments_belong_to_an_order before insert on payments
  for each row when (new.order_id is null) execute function order_single_payment();

-- Processes of the previous version read and write the checkout and the charge at the payment: both are kept equal until these
-- columns are dropped. Payments are locked before their order. A lesson entered for an invited student changes its student.
create function copy_charge_to_order() returns trigger language plpgsql as $$
begin
  update orders set stripe_session_id = new.stripe_session_id, stripe_payment_intent_id = new.stripe_payment_intent_id,
    card_fingerprint = new.card_fingerprint, checkout_url = new.checkout_url, terms_version = new.terms_version,
    student_id = new.student_id, updated_at = new.updated_at
  where id = new.order_id
    and (stripe_session_id, stripe_payment_intent_id, card_fingerprint, checkout_url, terms_version, student_id) is distinct from
      (new.stripe_session_id, new.stripe_payment_intent_id, new.card_fingerprint, new.checkout_url, new.terms_version, new.student_id);
  return null;
end $$;
create trigger payments_copy_their_charge after update on payments
  for each row when (
    (old.stripe_session_id, old.stripe_payment_intent_id, old.card_fingerprint, old.checkout_url, old.terms_version, old.student_id)
    is distinct from
    (new.stripe_session_id, new.stripe_payment_intent_id, new.card_fingerprint, new.checkout_url, new.terms_version, new.student_id))
  execute function copy_charge_to_order();

create function copy_charge_to_payment() returns trigger language plpgsql as $$
begin
  update payments set stripe_session_id = new.stripe_session_id, stripe_payment_intent_id = new.stripe_payment_intent_id,
    card_fingerprint = new.card_fingerprint, checkout_url = new.checkout_url, terms_version = new.terms_version,
    updated_at = new.updated_at
  where order_id = new.id
    and (stripe_session_id, stripe_payment_intent_id, card_fingerprint, checkout_url, terms_version) is distinct from
      (new.stripe_session_id, new.stripe_payment_intent_id, new.card_fingerprint, new.checkout_url, new.terms_version)
    and not exists (select from payments other where other.order_id = new.id and other.id <> payments.id);
  return null;
end $$;
create trigger orders_copy_their_charge after update on orders
  for each row when (
    (old.stripe_session_id, old.stripe_payment_intent_id, old.card_fingerprint, old.checkout_url, old.terms_version) is distinct from
    (new.stripe_session_id, new.stripe_payment_intent_id, new.card_fingerprint, new.checkout_url, new.terms_version))
  execute function copy_charge_to_payment();
