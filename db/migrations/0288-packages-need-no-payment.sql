-- A coach who comes from elsewhere owes lessons that were paid there: a package without a payment, which costs nothing (decision 0142).
alter table lesson_packages alter column payment_id drop not null,
  drop constraint lesson_packages_lessons_total_check,
  add constraint packages_have_several_lessons
    check (lessons_total between 2 and 50 or (lessons_total = 1 and payment_id is null)) not valid,
  add constraint packages_without_payment_cost_nothing
    check (payment_id is not null or (price_cents = 0 and kept_cents = 0 and rest_cents = 0 and proposal_id is null)) not valid;
