-- Nobody earns by booking with themselves: what the platform gives towards a discount is never more than its fee on that
-- lesson. 'shared': the platform gives up its whole fee, the coach gives the rest.
alter table payments drop constraint payments_discount_funded_by_check,
  add constraint payments_discount_funded_by_check check (discount_funded_by in ('platform', 'coach', 'shared')),
  -- What the processor calls the card that paid for a lesson with an exit offer; the same for the same card, and no number of it.
  add column card_fingerprint text;
create index payments_by_card on payments (card_fingerprint) where card_fingerprint is not null;

create function refuse_subsidies_beyond_the_fee() returns trigger language plpgsql as $$
begin
  if new.discount_cents > round((new.amount_cents + new.discount_cents) * 0.1) then
    raise exception 'a discount of % cents is more than the platform’s fee', new.discount_cents
      using errcode = 'check_violation', constraint = 'discounts_of_the_platform_stay_within_its_fee';
  end if;
  return new;
end $$;
create trigger discounts_of_the_platform_stay_within_its_fee before insert on payments
  for each row when (new.discount_funded_by = 'platform') execute function refuse_subsidies_beyond_the_fee();

-- The browser an offer was made in, known by a cookie that outlives the visit; null for offers from before.
alter table exit_offers add column device_id uuid;
create index exit_offers_by_device on exit_offers (device_id) where device_id is not null;

-- A student, a card and a device use one exit offer; a coach's are used ten times in 30 days. The last guard, for direct
-- SQL, too: uses of one coach, and uses by one student, card or device, take turns.
create function refuse_exit_offers_beyond_limits() returns trigger language plpgsql as $$
declare
  coach uuid;
  device uuid;
  card text;
begin
  select o.instructor_id, o.device_id into coach, device from exit_offers o where o.id = new.exit_offer_id;
  select p.card_fingerprint into card from payments p where p.booking_id = new.booking_id;
  perform pg_advisory_xact_lock(hashtextextended(k, 44)) from (select k from unnest(array['coach ' || coach,
    'student ' || new.student_id, 'device ' || device, 'card ' || card]) k where k is not null order by k) keys;
  if exists (select from booking_discounts d join exit_offers o on o.id = d.exit_offer_id
      join payments p on p.booking_id = d.booking_id
      where d.redeemed_at is not null and d.booking_id <> new.booking_id
        and (d.student_id = new.student_id or o.device_id = device or p.card_fingerprint = card)) then
    raise exception 'this student, card or device has used an exit offer' using errcode = 'check_violation',
      constraint = 'an_exit_offer_a_student_card_and_device';
  end if;
  if (select count(*) from booking_discounts d join exit_offers o on o.id = d.exit_offer_id
      where o.instructor_id = coach and d.booking_id <> new.booking_id
        and d.redeemed_at > new.redeemed_at - interval '30 days') >= 10 then
    raise exception 'the exit offers of this coach are used up for now' using errcode = 'check_violation',
      constraint = 'ten_exit_offers_a_coach_in_30_days';
  end if;
  return new;
end $$;
create trigger exit_offers_stay_within_their_limits before insert or update of redeemed_at on booking_discounts
  for each row when (new.exit_offer_id is not null and new.redeemed_at is not null)
  execute function refuse_exit_offers_beyond_limits();

-- A payment goes back in full when its discount could not be used: told apart from a time that went to others.
alter table payment_refunds drop constraint payment_refunds_reason_check,
  add constraint payment_refunds_reason_check
    check (reason in ('late_payment', 'discount_used', 'student', 'coach', 'admin', 'dispute'));

alter table local_vendor.checkouts add column card_fingerprint text;
