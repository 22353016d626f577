/** SQL for sales and their results according to the processor and the ledger. $1 is the coach, $2 the lost disputes by payment. */

/**
 * The amount that the processor transferred to the coach for a booking `b`, minus reversals.
 * @param which selects the payouts `o`; a transfer's key is the payout's id, or the package's key for its last payout
 */
export const sentOf = (which: string) => transferred(`o.booking_id = b.id and ${which}`)

/** The amount that the processor transferred for some payouts `o`, minus reversals. */
const transferred = (which: string) => `(
  (select coalesce(sum(s.amount_cents), 0) from local_vendor.transfers s
    join payouts o on s.idempotency_key in (o.id::text, 'package-rest:' || o.package_id) where ${which})
  - (select coalesce(sum(v.amount_cents), 0) from local_vendor.transfer_reversals v
      join local_vendor.transfers s on s.id = v.transfer_id
      join payouts o on s.idempotency_key in (o.id::text, 'package-rest:' || o.package_id) where ${which}))`
export const sent = sentOf('true')

/** The charge of a payment `p`; of an order with several, the charge is counted with the first. */
const charge =
  '(select o.stripe_payment_intent_id from orders o where o.id = p.order_id and o.id = coalesce(p.booking_id, p.order_id))'

/** What went back from a payment `p` to the gift cards that paid it. */
const returned =
  '(select coalesce(sum(d.returned_cents), 0) from gift_card_draws d where d.payment_id = p.id)'

/** The amount of a payment `p` that was refunded or lost in a dispute. */
const given = `(
  (select coalesce(sum(r.amount_cents), 0) from local_vendor.refunds r where r.payment_intent_id = ${charge}
    and r.state not in ('failed', 'canceled'))
  + coalesce(($2::jsonb ->> ${charge})::int, 0) + ${returned})`

const booked = (
  account: string,
  of = 't.booking_id = b.id',
) => `(select coalesce(sum(l.amount_cents), 0) from ledger_transactions t
  join ledger_lines l on l.transaction_id = t.id where ${of} and l.account = '${account}')`

const ofPayment = 't.payment_id = p.id'

/** A row per booking, and per package without its first lesson; the bookings of a package or an order share one sale. */
export const sale = `(
  select b.id as booking_id, coalesce((select o.order_id from lesson_packages k join payments o on o.id = k.payment_id
      where k.id = b.package_id), b.package_id, p.order_id) as sale, p.refunded_cents,
    case when p.paid_at is null then 0 else p.amount_cents end as paid,
    case when p.paid_at is null then 0 else p.gift_cents - ${returned} end as by_gift, ${given} as given, ${sent} as sent,
    case when p.paid_at is not null and p.discount_funded_by = 'platform' then p.discount_cents else 0 end as gift,
    ${booked('processor_cash')} as cash, (select coalesce(-sum(l.amount_cents), 0) from ledger_transactions t
      join ledger_lines l on l.transaction_id = t.id where t.booking_id = b.id and t.business_key like 'borne:%'
      and l.account = 'refunds_due') as borne, ${booked('package_held')} as package_held, ${booked('refunds_due')} as refunds_due
  from bookings b join payments p on p.booking_id = b.id where b.instructor_id = $1
  union all
  select null, p.order_id, p.refunded_cents, case when p.paid_at is null then 0 else p.amount_cents end,
    case when p.paid_at is null then 0 else p.gift_cents - ${returned} end, ${given},
    ${transferred('o.payment_id = p.id')}, 0, ${booked('processor_cash', ofPayment)},
    -${booked('refunds_due', `${ofPayment} and t.business_key like 'borne:%'`)}, ${booked('package_held', ofPayment)},
    ${booked('refunds_due', ofPayment)}
  from payments p where p.kind = 'lesson_package' and p.instructor_id = $1)`

/** The coach's share of the retained amount: 90 percent, with the fee rounded half up. */
const share = (kept: string) => `(${kept} - floor((${kept}) / 10.0 + 0.5))`

/** The rest of a package lesson's price after refunds. */
const keptOf = `(round(b.price_amount * 100) + (select coalesce(sum(l.amount_cents), 0) from ledger_transactions t
  join ledger_lines l on l.transaction_id = t.id where t.booking_id = b.id and t.kind = 'refund_due' and l.account = 'refunds_due'))`

/** The charge of the order of a payment `p`. */
const wholeCharge = '(select o.stripe_payment_intent_id from orders o where o.id = p.order_id)'

/** Whether a bank or an operator took back a package's money; its credits then cover the loss. */
const wasTaken = `exists (select from payments p where p.id = k.payment_id and (
  coalesce(($2::jsonb ->> ${wholeCharge})::int, 0) > 0 or exists (select from local_vendor.refunds r
    where r.payment_intent_id = ${wholeCharge} and r.idempotency_key like 'operator:%')))`

/** The payment of a package `k` is one of several of its order, as of weekly lessons; the charge is that of all. */
const isOneOfSeveral = `exists (select from payments p join payments other on other.order_id = p.order_id and other.id <> p.id
  where p.id = k.payment_id)`

/** What was paid for the lessons with which a package `k` ended. */
const unusedValue = `(select coalesce(sum(c.value_cents), 0) from lesson_credits c where c.package_id = k.id and c.status = 'ended')`

/**
 * The refund for ended credits: four fifths if the student ended the package or let it expire, otherwise all. A lesson that the weather
 * ended is a package of one lesson, of which everything is refunded.
 */
const refundOfEnded = `floor(${unusedValue} * case when k.lessons_total = 1 or k.end_reason in ('coach', 'admin') then 1 else 0.8 end + 0.5)`

/** One of the accounts was suspended before the package ended: while it is, everything is refunded. */
const wasSuspended = `exists (select from pgboss.job j where j.data ->> 'key' like 'account-suspended:%'
  and split_part(j.data ->> 'key', ':', 2) in (k.instructor_id::text, k.student_id::text)
  and split_part(j.data ->> 'key', ':', 3)::bigint <= extract(epoch from k.ended_at) * 1000)`

export const packageRules: Record<string, string> = {
  'a package outlives its last day': `
    select k.id from lesson_packages k where k.instructor_id = $1 and k.ended_at is null
      and exists (select from lesson_credits c where c.package_id = k.id and c.status = 'available')`,
  'a package was bought and paid for, and was not opened as sold': `
    select b.id from bookings b join package_purchases u on u.booking_id = b.id join payments p on p.booking_id = b.id
    left join lesson_packages k on k.payment_id = p.id
    where b.instructor_id = $1 and b.status in ('confirmed', 'completed')
      and (k.id is null or k.lessons_total <> u.lessons_total or k.price_cents <> p.amount_cents)
    union all
    select p.id from package_sales u join payments p on p.id = u.payment_id left join lesson_packages k on k.payment_id = p.id
    where u.instructor_id = $1 and case u.status when 'opened' then
        p.paid_at is null or k.id is null or k.lessons_total <> u.lessons_total or k.price_cents <> p.amount_cents
      when 'refunded' then p.paid_at is null or p.refunded_cents < p.amount_cents or k.id is not null
      else p.paid_at is not null or k.id is not null or u.status = 'pending' end`,
  'a package was opened twice, or without a payment': `
    select k.id from lesson_packages k join payments p on p.id = k.payment_id
    where k.instructor_id = $1 and (p.paid_at is null or not exists (
      select from bookings b where b.id = p.booking_id and b.package_id = k.id
      union all select from package_sales u where u.payment_id = p.id and u.status = 'opened'))`,
  'a package has other credits than were sold': `
    select k.id from lesson_packages k join lesson_credits c on c.package_id = k.id where k.instructor_id = $1
    group by k.id having count(*) <> k.lessons_total or sum(c.value_cents) <> k.price_cents
      or bool_or((c.status = 'used') <> (c.booking_id is not null))`,
  'a credit was lost and not given back': `
    select k.id from lesson_packages k where k.instructor_id = $1 and k.ended_at is not null and not ${wasTaken}
      and coalesce((select sum(f.amount_cents) from payment_refunds f
        where f.business_key in ('package_ended:' || k.id, 'package_ended:' || k.id || ':gift')), 0)
        not in (${refundOfEnded}, case when ${wasSuspended} then ${unusedValue} else ${refundOfEnded} end)`,
  'a lesson that the coach or an admin cancelled used up a credit': `
    select b.id from bookings b join lesson_credits c on c.booking_id = b.id and c.status = 'used'
    where b.instructor_id = $1 and b.status = 'cancelled' and b.cancel_reason in ('coach', 'admin') and ${keptOf} > 0`,
  'a lesson of a package was paid otherwise than nine tenths of what is left of its price': `
    select b.id from bookings b join lesson_credits c on c.booking_id = b.id and c.status = 'used'
    join lesson_packages k on k.id = c.package_id where b.instructor_id = $1 and not ${wasTaken}
      and ${sentOf('o.package_id is null')} <> ${share(keptOf)}`,
  'the rest of a package was paid otherwise than nine tenths of what was kept': `
    select k.id from lesson_packages k
    where k.instructor_id = $1 and (${transferred('o.package_id = k.id')} <> k.rest_cents or k.rest_cents <> ${share('k.kept_cents')})`,
  'what was paid for a package is not what was kept and given back': `
    select k.id from lesson_packages k where k.instructor_id = $1 and not ${wasTaken} and not ${isOneOfSeveral} and k.price_cents <>
      k.kept_cents + (select coalesce(sum(${keptOf}), 0) from bookings b join lesson_credits c on c.booking_id = b.id
        where c.package_id = k.id and c.status = 'used')
      + (select ${given} from payments p where p.id = k.payment_id)`,
  'a package ran out while nobody could take its lessons, and was kept in part': `
    select k.id from lesson_packages k join profiles c on c.id = k.instructor_id join profiles s on s.id = k.student_id
    where k.instructor_id = $1 and k.end_reason = 'expired' and k.kept_cents > 0
      and (coalesce(c.suspended_at, c.closed_at) < k.ended_at or coalesce(s.suspended_at, s.closed_at) < k.ended_at)`,
}
