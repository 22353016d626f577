import type pg from 'pg'

/** Each query counts violations of an invariant and must return 0. */
const broken: Record<string, string> = {
  'overlapping lessons of a coach': `
    select count(*) from (
      select lesson_date < lag(lesson_end) over (partition by instructor_id order by lesson_date) as clashes
      from bookings where status in ('pending', 'confirmed', 'completed') and clinic_id is null) l where clashes`,
  'bookings and occupied times that differ': `
    select count(*) from (select * from bookings where status <> 'cancelled' and clinic_id is null) b
      full join (select * from occupancies where booking_id is not null) o on o.booking_id = b.id
    where (o.instructor_id, o.starts_at, o.ends_at, o.buffer_minutes, o.teaching_location_id, o.held_until)
      is distinct from (b.instructor_id, b.lesson_date, b.lesson_end, b.buffer_minutes, b.teaching_location_id,
        case when b.status = 'pending' then b.hold_expires_at end)`,
  'payments without a booking, package, video review or gift card': `
    select count(*) from payments p where not exists (select from bookings b where b.id = p.booking_id)
      and not exists (select from package_sales k where k.payment_id = p.id)
      and not exists (select from video_reviews v where v.payment_id = p.id)
      and not exists (select from gift_cards g where g.payment_id = p.id)`,
  'bookings confirmed without a payment': `
    select count(*) from bookings b where not is_demo and not is_demonstration and status = 'confirmed'
      and not exists (select from payments p where p.booking_id = b.id and p.paid_at is not null and p.stripe_payment_intent_id is not null)
      and not exists (select from lesson_credits c where c.booking_id = b.id and c.status = 'used')`,
  'charges at the processor without a lesson or refund': `
    select count(*) from local_vendor.checkouts c where c.status = 'complete'
      and not exists (select from bookings b where b.id::text = c.booking_id and b.status in ('confirmed', 'completed'))
      and not exists (select from local_vendor.refunds r where r.payment_intent_id = c.payment_intent_id)`,
  'payments in our ledger not charged by the processor': `
    select count(*) from payments p join bookings b on b.id = p.booking_id where not b.is_demo
      and not b.is_demonstration and p.payment_status = 'completed' and p.payment_method <> 'package' and not exists (select from local_vendor.checkouts c
        where c.payment_intent_id = p.stripe_payment_intent_id and c.status = 'complete')`,
  // A job expires holds within seconds. Until then, the time can already be booked by another student.
  'holds that expired a minute ago and still block their slot': `
    select count(*) from bookings where status = 'pending' and hold_expires_at <= current_instant() - interval '1 minute'`,
  'confirmed lessons without exactly one email to each side': `
    select count(*) from bookings b where not is_demo and not is_demonstration and status = 'confirmed' and (
      select count(*) filter (where template_key = 'booking-confirmed-student') <> 1
        or count(*) filter (where template_key = 'booking-confirmed-coach') <> 1
      from email_logs e where e.status = 'sent' and e.dedupe_key like '%' || b.id)`,
  'outbox emails other than one to each side': `
    select count(*) from bookings b where not is_demo and not is_demonstration and status = 'confirmed' and (
      select count(*) <> 2 from local_vendor.outbox o where o.channel = 'email' and o.idempotency_key like '%' || b.id)`,
  'confirmation emails of lessons that are not confirmed': `
    select count(*) from local_vendor.outbox o where o.idempotency_key like '%booking-confirmed-%' and not exists (
      select from bookings b where b.status in ('confirmed', 'completed') and o.idempotency_key like '%' || b.id)`,
  'ledger transactions that do not balance': `
    select count(*) from (select from ledger_lines group by transaction_id having sum(amount_cents) <> 0) t`,
  'demo bookings in the ledger': `
    select count(*) from ledger_transactions t join bookings b on b.id = t.booking_id where b.is_demonstration`,
  'codes used beyond their limits': `
    select count(*) from promo_codes c where
      (select count(*) from booking_discounts d where d.promo_code_id = c.id and d.redeemed_at is not null) > c.max_uses
      or exists (select from booking_discounts d where d.promo_code_id = c.id and d.redeemed_at is not null
        group by d.student_id having count(*) > c.max_uses_per_student)`,
  'exit offers used twice': `
    select count(*) from (select from booking_discounts where redeemed_at is not null and exit_offer_id is not null
      group by exit_offer_id having count(*) > 1) o`,
  'discounts that differ from the reduction charged': `
    select count(*) from booking_discounts d join payments p on p.booking_id = d.booking_id where p.discount_cents <> d.amount_cents`,
  'packages that do not match the paid lessons and price': `
    select count(*) from lesson_packages k join payments p on p.id = k.payment_id
      join (select package_id, count(*) as lessons, sum(value_cents) as cents from lesson_credits group by 1) c on c.package_id = k.id
    where c.lessons <> k.lessons_total or c.cents <> k.price_cents or p.amount_cents <> k.price_cents`,
  'lessons drawn from a package without a used credit': `
    select count(*) from bookings b where not b.is_demo and b.package_id is not null and b.status in ('confirmed', 'completed')
      and not exists (select from lesson_credits c where c.booking_id = b.id and c.package_id = b.package_id and c.status = 'used')`,
  'packages whose ledger does not match the unused lessons': `
    select count(*) from lesson_packages k where
      (select coalesce(sum(l.amount_cents), 0) from (
          select t.id from bookings b join ledger_transactions t on t.booking_id = b.id where b.package_id = k.id
          union all select t.id from ledger_transactions t where t.payment_id = k.payment_id
        ) t join ledger_lines l on l.transaction_id = t.id and l.account = 'package_held')
      <> - (select coalesce(sum(c.value_cents), 0) from lesson_credits c where c.package_id = k.id and c.status = 'available')
        - case when exists (select from payouts o where o.package_id = k.id and o.status = 'sent') then 0 else k.rest_cents end`,
}

/** Read the local vendors' tables, compare every email with every lesson, or need a worker. */
const needsProduct = /local_vendor|email_logs|interval '1 minute'/

/**
 * Counts violations of each invariant by SQL over the whole database.
 * @param own only those about the tables of money and calendar that hold while no product runs
 * @returns the counts that are not 0
 */
export async function findBrokenPromises(pool: pg.Pool, own = false): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const [promise, query] of Object.entries(broken)) {
    if (own && needsProduct.test(query)) continue
    const { rows } = await pool.query<{ count: string }>(query)
    const count = Number(rows[0]?.count)
    if (count !== 0) found[promise] = count
  }
  return found
}

/** Prints all invariants with their counts. @returns true if all hold */
export async function reportPromises(pool: pg.Pool): Promise<boolean> {
  const found = await findBrokenPromises(pool)
  for (const promise of Object.keys(broken))
    console.log(`  ${promise}: ${found[promise] ?? 0}${found[promise] ? '   BROKEN' : ''}`)
  return Object.keys(found).length === 0
}

/** Polls until the condition is true. @returns false on timeout */
export async function until(
  condition: () => Promise<boolean>,
  options: { seconds: number; everyMs?: number },
): Promise<boolean> {
  const deadline = performance.now() + options.seconds * 1000
  while (!(await condition())) {
    if (performance.now() > deadline) return false
    await new Promise((done) => setTimeout(done, options.everyMs ?? 100))
  }
  return true
}
