import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import { toIso } from '#platform/time.ts'
import { PAYOUTS_PER_PAGE, type PayoutStatus, whyHeld } from './payout.ts'
import type { PayoutList } from './schema.ts'

interface Row extends Record<string, unknown> {
  id: string
  booking_id: string
  is_of_package: boolean
  lesson_title: string
  student_name: string
  start: string
  time_zone: string
  status: PayoutStatus
  amount_cents: number | null
  held: string
  reversed: string
  due: string
  sent: string | null
  has_account: boolean
  has_problem: boolean
}

/**
 * A coach's shares, newest first, and what all of them add up to in the books.
 * @param now milliseconds since 1970, UTC
 */
export async function listPayouts(
  db: Queryable,
  coachId: string,
  now: number,
  page: number,
): Promise<PayoutList> {
  // Raw: sums over the books, packages and reversals, for a page of shares.
  const [sums, counted, rows] = await Promise.all([
    db.execute<{ held: string; sent: string }>(sql`
      select (coalesce(-sum(l.amount_cents) filter (where l.account = 'coach_held'), 0) + (select coalesce(sum(k.rest_cents), 0)
          from payouts o join lesson_packages k on k.id = o.package_id
          where o.instructor_id = ${coachId} and o.status in ('held', 'sending')))::text as held,
        coalesce(-sum(l.amount_cents) filter (where l.account = 'processor_cash' and t.kind in ('released', 'reversed')), 0)::text as sent
      from bookings b join ledger_transactions t on t.booking_id = b.id join ledger_lines l on l.transaction_id = t.id
      where b.instructor_id = ${coachId}`),
    db.execute<{ n: number }>(sql`
      select count(*)::integer as n from payouts where instructor_id = ${coachId} and status <> 'nothing_due'`),
    db.execute<Row>(sql`
      select o.id, o.booking_id, o.package_id is not null as is_of_package,
        coalesce((select k.lesson_title from lesson_packages k where k.id = o.package_id), b.lesson_title) as lesson_title, s.full_name as student_name, extract(epoch from b.lesson_date) * 1000 as start,
        b.time_zone, o.status, o.amount_cents, extract(epoch from o.due_at) * 1000 as due,
        extract(epoch from o.sent_at) * 1000 as sent,
        case when o.package_id is null
          then (select coalesce(-sum(l.amount_cents), 0) from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
            where t.booking_id = o.booking_id and l.account = 'coach_held')
          else (select k.rest_cents from lesson_packages k where k.id = o.package_id) end::text as held,
        (select coalesce(sum(r.amount_cents), 0)::text from payout_reversals r
          where r.payout_id = o.id) as reversed,
        exists (select from payout_accounts a where a.instructor_id = o.instructor_id and a.status = 'active') as has_account,
        has_open_problem(o.booking_id) as has_problem
      from payouts o join bookings b on b.id = o.booking_id join profiles s on s.id = b.student_id
      where o.instructor_id = ${coachId} and o.status <> 'nothing_due'
      order by o.due_at desc, o.id limit ${PAYOUTS_PER_PAGE} offset ${(page - 1) * PAYOUTS_PER_PAGE}`),
  ])
  return {
    heldCents: Number(sums.rows[0]?.held ?? 0),
    sentCents: Number(sums.rows[0]?.sent ?? 0),
    total: counted.rows[0]?.n ?? 0,
    payouts: rows.rows.map((row) => ({
      id: row.id,
      isOfPackage: row.is_of_package,
      bookingId: row.booking_id,
      title: row.lesson_title,
      studentName: row.student_name,
      start: isoOf(row.start),
      zone: row.time_zone,
      status: row.status,
      amountCents: row.amount_cents ?? Number(row.held),
      reversedCents: Number(row.reversed),
      dueAt: isoOf(row.due),
      sentAt: row.sent === null ? null : isoOf(row.sent),
      holdReason:
        row.status === 'held'
          ? whyHeld(
              {
                dueAt: Math.round(Number(row.due)),
                hasOpenProblem: row.has_problem,
                hasActiveAccount: row.has_account,
              },
              now,
            )
          : null,
    })),
  }
}

const isoOf = (ms: string) => toIso(Math.round(Number(ms)))

/** A coach's share with what decides whether it may go, locked for the length of a transaction. */
export interface HeldShare {
  id: string
  /** Set for the share of a package's lessons that were never taken; what that is, in cents. */
  packageId: string | null
  restCents: Cents | null
  status: PayoutStatus
  /** Milliseconds since 1970, UTC. */
  dueAt: number
  amountCents: Cents | null
  /** Where it goes: as written down for a share being sent, else the coach's active account. */
  accountId: string | null
  hasOpenProblem: boolean
}

/** One share: of a lesson, or of the lessons never taken of the package that its first lesson `bookingId` paid for. */
export interface ShareName {
  bookingId: string
  packageId: string | null
}

export async function lockShare(tx: Queryable, share: ShareName): Promise<HeldShare | null> {
  const found = await tx.execute<{
    id: string
    package_id: string | null
    rest_cents: number | null
    status: PayoutStatus
    due: string
    amount_cents: number | null
    account_id: string | null
    has_open_problem: boolean
  }>(sql`
    select o.id, o.package_id, (select k.rest_cents from lesson_packages k where k.id = o.package_id) as rest_cents,
      o.status, extract(epoch from o.due_at) * 1000 as due, o.amount_cents,
      coalesce(o.provider_account_id, (select a.provider_account_id from payout_accounts a
        where a.instructor_id = o.instructor_id and a.status = 'active')) as account_id,
      has_open_problem(o.booking_id) as has_open_problem
    from payouts o where o.booking_id = ${share.bookingId} and o.package_id is not distinct from ${share.packageId}::uuid
    for update of o`)
  const row = found.rows[0]
  if (!row) return null
  return {
    id: row.id,
    packageId: row.package_id,
    restCents: row.rest_cents,
    status: row.status,
    dueAt: Math.round(Number(row.due)),
    amountCents: row.amount_cents,
    accountId: row.account_id,
    hasOpenProblem: row.has_open_problem,
  }
}

/** Coaches with shares that are due and wait for an account alone, and what waits, in cents. */
export async function listWaitingForAccount(
  db: Queryable,
  now: number,
): Promise<{ coachId: string; cents: Cents }[]> {
  // Raw: what each coach is owed, from the books and from packages.
  const found = await db.execute<{ instructor_id: string; cents: string }>(sql`
    select o.instructor_id, sum(case when k.id is null
        then (select coalesce(-sum(l.amount_cents), 0) from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
          where t.booking_id = o.booking_id and l.account = 'coach_held')
        else k.rest_cents end)::text as cents
    from payouts o left join lesson_packages k on k.id = o.package_id
    where o.status = 'held' and o.due_at <= ${new Date(now)} and not has_open_problem(o.booking_id)
      and not exists (select from payout_accounts a where a.instructor_id = o.instructor_id and a.status = 'active')
      and not exists (select from notifications n where n.user_id = o.instructor_id and n.kind = 'payout'
        and n.business_key like 'waits:%' and n.created_at > ${new Date(now)}::timestamptz - interval '30 days')
    group by 1 order by 1`)
  return found.rows.map((row) => ({ coachId: row.instructor_id, cents: Number(row.cents) }))
}

const PAGE = 500

/** Shares that can go now, oldest first, a page at a time: those that fail stay behind. @param now milliseconds since 1970, UTC */
export async function* dueShares(db: Queryable, now: number, pageSize = PAGE): AsyncGenerator<ShareName> {
  let after: { due: string; id: string } | null = null
  do {
    const page: DueShare[] = await readDueShares(db, now, pageSize, after)
    for (const { booking_id, package_id } of page) yield { bookingId: booking_id, packageId: package_id }
    const last = page.length === pageSize ? page.at(-1) : undefined
    after = last ? { due: last.due, id: last.id } : null
  } while (after)
}

interface DueShare extends Record<string, unknown> {
  id: string
  due: string
  booking_id: string
  package_id: string | null
}

async function readDueShares(
  db: Queryable,
  now: number,
  pageSize: number,
  after: { due: string; id: string } | null,
): Promise<DueShare[]> {
  // Raw: pages by the instant to the microsecond, and a function of the database.
  const found = await db.execute<DueShare>(sql`
    select o.id, o.due_at::text as due, o.booking_id, o.package_id from payouts o
    where (o.status = 'sending' or (o.status = 'held' and o.due_at <= ${new Date(now)}
        and exists (select from payout_accounts a where a.instructor_id = o.instructor_id and a.status = 'active')
        and not has_open_problem(o.booking_id)))
      and (${after?.due ?? null}::timestamptz is null
        or (o.due_at, o.id) > (${after?.due ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by o.due_at, o.id limit ${pageSize}`)
  return found.rows
}

/** Whether a share was sent, and some of it stayed with its coach. */
export async function isShareSent(db: Queryable, payoutId: string): Promise<boolean> {
  // Raw: what came back of it is summed beside it.
  const found = await db.execute(sql`
    select 1 from payouts p where p.id = ${payoutId} and p.status = 'sent' and p.amount_cents >
      (select coalesce(sum(r.amount_cents), 0) from payout_reversals r where r.payout_id = p.id)`)
  return found.rows.length > 0
}
