import type pg from 'pg'

/**
 * The final state of the data as one line per fact, without what may depend on the order of events. For instance, an unpaid hold is
 * cancelled as expired or as a failed payment, depending on which event arrives first.
 */
const states: Record<string, string> = {
  bookings: `select id || ' ' || status || ' ' || payment_status || ' ' || replace(coalesce(cancel_reason, ''), 'payment_failed', 'hold_expired') as fact
    from bookings`,
  payments: `select booking_id || ' ' || payment_status || ' ' || refunded_cents || ' ' || coalesce(stripe_payment_intent_id, '') as fact
    from payments`,
  'accounts of the books': `select t.booking_id || ' ' || l.account || ' ' || sum(l.amount_cents) as fact
    from ledger_transactions t join ledger_lines l on l.transaction_id = t.id group by t.booking_id, l.account
    having sum(l.amount_cents) <> 0`,
  problems: `select booking_id || ' ' || provider_dispute_id || ' ' || status || ' ' || payment_amount as fact from payment_disputes`,
  discounts: `select booking_id || ' ' || (redeemed_at is not null) as fact from booking_discounts`,
  'confirmations sent': `select template_key || ' ' || dedupe_key as fact from email_logs
    where status = 'sent' and template_key like 'booking-confirmed-%'`,
  // Letters about returned refunds are not compared: there is none when the next refund became known before the return.
  'all other emails': `select distinct template_key || ' ' || user_id || ' ' || subject as fact from email_logs
    where status = 'sent' and template_key not like 'booking-refund%'`,
  'refunds announced to students': `select distinct substring(dedupe_key from '^[a-z-]+:([0-9a-f-]{36})') || ' ' || subject as fact from email_logs
    where status = 'sent' and template_key = 'booking-refunded-student'`,
}

/** Facts that exist in only one of the databases, by kind. */
export async function compareStates(one: pg.Pool, other: pg.Pool): Promise<Record<string, string[]>> {
  const differences: Record<string, string[]> = {}
  for (const [what, statement] of Object.entries(states)) {
    const facts = await Promise.all([one, other].map((pool) => readFacts(pool, statement)))
    const [ones = new Set<string>(), others = new Set<string>()] = facts
    console.log(`  ${what}: ${ones.size} facts`)
    differences[what] = [
      ...[...ones.difference(others)].map((fact) => `in order: ${fact}`),
      ...[...others.difference(ones)].map((fact) => `shuffled: ${fact}`),
    ]
  }
  return differences
}

async function readFacts(pool: pg.Pool, statement: string): Promise<Set<string>> {
  const { rows } = await pool.query<{ fact: string }>(statement)
  return new Set(rows.map(({ fact }) => fact))
}

/** The number of duplicate emails: those with the same key or the same text. */
export async function findRepeatedMail(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: string }>(`
    select (select coalesce(sum(n - 1), 0) from (select count(*) as n from local_vendor.outbox where channel = 'email'
        group by idempotency_key) k)
      + (select coalesce(sum(n - 1), 0) from (select count(*) as n from local_vendor.outbox where channel = 'email'
        group by recipient, subject, body_text) w) as n`)
  return Number(rows[0]?.n)
}
