-- A coach who comes from elsewhere owes lessons that were paid there: a package without a payment, which costs nothing (decision 0142).
alter table lesson_packages alter column payment_id drop not null,
  add constraint packages_without_payment_cost_nothing
    check (payment_id is not null or (price_cents = 0 and kept_cents = 0 and rest_cents = 0 and proposal_id is null)) not valid;
