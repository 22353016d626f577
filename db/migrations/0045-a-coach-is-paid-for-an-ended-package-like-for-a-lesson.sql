-- What a coach has of lessons never taken is a share like any other: due, held while a problem is open or there is no
-- account, sent once, taken back when the payer's bank took the money. Its booking is the package's first lesson.
alter table payouts add column package_id uuid unique references lesson_packages (id) on delete restrict;
alter table payouts drop constraint payouts_booking_id_key;
create unique index one_share_a_lesson on payouts (booking_id) where package_id is null;

insert into payouts (booking_id, instructor_id, package_id, due_at, status, amount_cents, provider_account_id,
  provider_transfer_id, sent_at, last_error)
select p.booking_id, k.instructor_id, k.id, k.ended_at, case when k.rest_transfer_id is null then 'held' else 'sent' end,
  case when k.rest_transfer_id is not null then k.rest_cents end,
  case when k.rest_transfer_id is not null then coalesce(a.provider_account_id, 'unknown') end, k.rest_transfer_id,
  k.rest_sent_at, k.last_error
from lesson_packages k join payments p on p.id = k.payment_id
  left join payout_accounts a on a.instructor_id = k.instructor_id
where k.ended_at is not null and k.rest_cents > 0;

drop index package_rests_to_send;
alter table lesson_packages
  -- What the student paid for lessons never taken and did not get back; rest_cents is the coach's share of it.
  add column kept_cents integer not null default 0 check (kept_cents >= 0);
update lesson_packages set kept_cents = round(rest_cents / 0.9) where rest_cents > 0;
alter table lesson_packages drop column rest_transfer_id, drop column rest_sent_at, drop column last_error;

-- A problem is open for a lesson when the student reported it there, or when the payer's bank questions the payment that
-- paid for it: that of a package is every lesson's.
create function has_open_problem(lesson uuid) returns boolean language sql stable as $$
  select exists (select from payment_disputes d where d.booking_id = lesson and d.status in ('pending', 'investigating'))
    or exists (select from bookings b join lesson_packages k on k.id = b.package_id
      join payment_disputes d on d.payment_id = k.payment_id and d.source = 'card_network'
      where b.id = lesson and d.status in ('pending', 'investigating'))
$$;
create index disputes_of_a_payment on payment_disputes (payment_id);

-- Who ends a package pays the price of leaving for the lessons still booked, too: cancelled later, they bring no more than
-- those given up with the package.
update bookings b set refund_ceiling_percent = least(b.refund_ceiling_percent,
  case k.cancellation_policy when 'flexible' then 100 when 'standard' then 80 else 50 end)
from lesson_packages k where k.id = b.package_id and b.status = 'confirmed' and k.end_reason in ('student', 'expired');
