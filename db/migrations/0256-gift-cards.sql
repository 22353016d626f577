-- Gift cards (decision 0136). What a card is worth is in the books of its payment, account gift_cards.
create table gift_cards (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null unique references payments (id) on delete restrict,
  buyer_id uuid not null references profiles (id) on delete restrict,
  amount_cents integer not null check (amount_cents between 1000 and 100000),
  idempotency_key text,
  from_name text not null check (char_length(from_name) between 1 and 100),
  recipient_name text not null check (char_length(recipient_name) <= 100),
  -- Null: the buyer prints it.
  recipient_email text check (char_length(recipient_email) <= 255),
  message text check (char_length(message) between 1 and 300),
  -- When its letter is due; null for a card to print.
  deliver_at timestamptz,
  delivered_at timestamptz,
  -- How often its letter was sent.
  letters integer not null default 0 check (letters >= 0),
  -- Of the code, which is not stored. Null until the card is paid.
  code_hash text unique,
  redeemed_by uuid references profiles (id) on delete restrict,
  redeemed_at timestamptz,
  created_at timestamptz not null default current_instant(),
  check ((redeemed_by is null) or redeemed_at is not null),
  unique (buyer_id, idempotency_key)
);
create index gift_cards_by_age on gift_cards (created_at, id);
create index gift_cards_of_an_account on gift_cards (redeemed_by) where redeemed_by is not null;
create index gift_cards_to_deliver on gift_cards (deliver_at) where delivered_at is null and code_hash is not null;

-- What a lesson takes of a card. It counts while the payment of the lesson did not fail.
create table gift_card_draws (
  card_id uuid not null references gift_cards (id) on delete restrict,
  payment_id uuid not null references payments (id) on delete restrict,
  amount_cents integer not null check (amount_cents > 0),
  -- What went back to the card.
  returned_cents integer not null default 0 check (returned_cents between 0 and amount_cents),
  created_at timestamptz not null default current_instant(),
  primary key (card_id, payment_id)
);
create index gift_card_draws_of_a_payment on gift_card_draws (payment_id);
