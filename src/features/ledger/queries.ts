import { and, eq, not, type SQLWrapper, sql, sum } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import {
  idOfMoney,
  type LedgerAccount,
  type LedgerEntry,
  type LedgerKind,
  type Lines,
  type MoneyOf,
} from './ledger.ts'
import { ledgerLines, ledgerTransactions } from './tables.ts'

const entriesOf = (of: MoneyOf) =>
  'paymentId' in of
    ? eq(ledgerTransactions.paymentId, of.paymentId)
    : eq(ledgerTransactions.bookingId, of.bookingId)

/** What each account holds of the money of a lesson or a payment, in cents. Nothing for accounts it never touched. */
export async function readBalances(db: Queryable, of: MoneyOf): Promise<Record<LedgerAccount, number>> {
  const held = await db
    .select({ account: ledgerLines.account, cents: sum(ledgerLines.amountCents) })
    .from(ledgerLines)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerLines.transactionId))
    .where(entriesOf(of))
    .groupBy(ledgerLines.account)
  const balances = {
    processor_cash: 0,
    coach_held: 0,
    platform_fee: 0,
    refunds_due: 0,
    package_held: 0,
    paid_by_hand: 0,
    gift_cards: 0,
  }
  for (const { account, cents } of held) balances[account] = Number(cents)
  return balances
}

/** Everything the books say about one lesson or payment, oldest first; of what happened in one instant, causes first. */
export async function listLedger(db: Queryable, of: MoneyOf): Promise<LedgerEntry[]> {
  // Raw: the lines of a transaction come as one object, and causes before what they caused.
  const found = await db.execute<{ kind: LedgerKind; at: string; lines: Lines; is_of_package: boolean }>(sql`
    select t.kind, extract(epoch from t.occurred_at) * 1000 as at, json_object_agg(l.account, l.amount_cents) as lines,
      ${settlingOfT.isOfPackage} as is_of_package
    from ledger_transactions t join ledger_lines l on l.transaction_id = t.id
    where ${'paymentId' in of ? sql`t.payment_id = ${of.paymentId}` : sql`t.booking_id = ${of.bookingId}`}
    group by t.id
    order by t.occurred_at, t.created_at, array_position(array[${sql.join(
      causesFirst.map((kind) => sql`${kind}::text`),
      sql`, `,
    )}], t.kind), t.id`)
  return found.rows.map((row) => ({
    kind: row.kind,
    at: Math.round(Number(row.at)),
    lines: row.lines,
    isOfPackage: row.is_of_package,
  }))
}

/** The kinds of transactions that settle what is owed back, or undo that. */
export type SettlingKind = Extract<LedgerKind, 'refunded' | 'refund_returned' | 'refunded_by_hand'>

const settlingOf = (kind: SQLWrapper, key: SQLWrapper) => {
  const isSettling = sql<boolean>`${kind} in ('refunded', 'refund_returned', 'refunded_by_hand')`
  return { isSettling, isOfPackage: sql<boolean>`(${key} ~ '^[a-z_]+:package:' and ${isSettling})` }
}

/** Whether a transaction is one of them, and whether of lessons of an ended package; of one that is called `t` in a statement. */
export const settling = settlingOf(ledgerTransactions.kind, ledgerTransactions.businessKey)
export const settlingOfT = settlingOf(sql`t.kind`, sql`t.business_key`)

/**
 * The key of such a transaction: of one lesson or payment, or of the lessons of an ended package that were never taken.
 * @param mark tells apart what happens several times
 */
export const settlingKey = (kind: SettlingKind, of: MoneyOf | { packageId: string }, mark: string) => {
  const subject = 'packageId' in of ? `package:${of.packageId}` : idOfMoney(of)
  return `${kind}:${subject}:${mark}`
}

/** Of what happened in one instant, the order in which it follows. */
export const causesFirst: readonly LedgerKind[] = [
  'paid',
  'package_opened',
  'credit_used',
  'credit_returned',
  'package_ended',
  'released',
  'refund_due',
  'refunded',
  'refund_returned',
  'refunded_by_hand',
  'reversed',
]

/** Whether the price of a lesson of a package went back to the package when it was cancelled: nothing is left of it then. */
export async function isBackInPackage(db: Queryable, bookingId: string): Promise<boolean> {
  const returned = await db
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(and(eq(ledgerTransactions.bookingId, bookingId), eq(ledgerTransactions.kind, 'credit_returned')))
    .limit(1)
  return returned.length > 0
}

/** What was ever owed back to the student of the money of a lesson or a payment, sent or not, in cents. */
export async function readOwedBack(db: Queryable, of: MoneyOf): Promise<number> {
  const [owed] = await db
    .select({ cents: sum(ledgerLines.amountCents) })
    .from(ledgerLines)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerLines.transactionId))
    .where(
      and(entriesOf(of), eq(ledgerTransactions.kind, 'refund_due'), eq(ledgerLines.account, 'refunds_due')),
    )
  return 0 - Number(owed?.cents ?? 0)
}

/** What went back to the student of the price of a lesson and was not returned, in cents; without untaken lessons of its package. */
export async function readRefunded(db: Queryable, of: { bookingId: string }): Promise<number> {
  const [refunded] = await db
    .select({ cents: sum(ledgerLines.amountCents) })
    .from(ledgerLines)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerLines.transactionId))
    .where(
      and(
        entriesOf(of),
        settling.isSettling,
        not(settling.isOfPackage),
        eq(ledgerLines.account, 'refunds_due'),
      ),
    )
  return Number(refunded?.cents ?? 0)
}
