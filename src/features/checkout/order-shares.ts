import { eq, or, sql } from 'drizzle-orm'
import { refundOfKey } from '#features/payments/refund.ts'
import { paymentRefunds, processorRefunds } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import type { Cents } from '#platform/money.ts'
import type { ProcessorRefund } from '#ports/payments/payments.ts'
import type { TransactionServices } from '#ports/services.ts'
import { recordProcessorRefunds } from './processor-refunds.ts'
import { readLeft, readRequested } from './queries.ts'
import type { HeldLine } from './sale-rules.ts'

/** The processor knows one charge; an order may pay for several things. What happens to the charge is divided among them here. */

/** Identifies one payment's share of a refund or a dispute. The first has the processor's own id. */
export const shareId = (id: string, n: number) => (n === 0 ? id : `${id}#${n + 1}`)

/**
 * Divides an amount of an order: each payment in turn takes as much as it can, and the last takes the rest.
 * @param most what each payment can take, in cents
 * @returns one share for each payment, in cents; the sum is the amount
 */
export function shareOut(amountCents: Cents, most: readonly Cents[]): Cents[] {
  let left = amountCents
  return most.map((cents, n) => {
    const share = n === most.length - 1 ? left : Math.min(left, Math.max(0, cents))
    left -= share
    return share
  })
}

/**
 * Applies the processor's state of an order's refunds, in any order and repeatedly.
 * @param lines all payments of the order, locked by the caller
 */
export async function recordOrderRefunds(
  services: TransactionServices,
  tx: Queryable,
  lines: readonly HeldLine[],
  heard: readonly ProcessorRefund[],
): Promise<'refunded' | 'refund_returned' | 'nothing_to_do'> {
  const [first] = lines
  if (!first) return 'nothing_to_do'
  if (lines.length === 1) return await recordProcessorRefunds(services, tx, first, heard)
  let outcome: 'refunded' | 'refund_returned' | 'nothing_to_do' = 'nothing_to_do'
  for (const refund of heard)
    for (const { line, share } of await shareRefund(services, tx, lines, refund)) {
      const came = await recordProcessorRefunds(services, tx, line, [share])
      if (came !== 'nothing_to_do') outcome = came
    }
  return outcome
}

interface Share {
  line: HeldLine
  share: ProcessorRefund
}

/**
 * The payments that a refund belongs to: the ones it was recorded for before, else the one it was requested for. A refund made on the
 * processor's pages is divided by what is left of each.
 */
async function shareRefund(
  services: Pick<TransactionServices, 'answers'>,
  tx: Queryable,
  lines: readonly HeldLine[],
  refund: ProcessorRefund,
): Promise<Share[]> {
  const lineOf = (paymentId: string | undefined) => lines.filter(({ id }) => id === paymentId)
  const recorded = await tx
    .select({
      refundId: processorRefunds.id,
      paymentId: processorRefunds.paymentId,
      amountCents: processorRefunds.amountCents,
    })
    .from(processorRefunds)
    .where(
      or(
        eq(processorRefunds.id, refund.refundId),
        sql`starts_with(${processorRefunds.id}, ${`${refund.refundId}#`})`,
      ),
    )
    .orderBy(processorRefunds.id)
  if (recorded.length > 0)
    return recorded.flatMap(({ paymentId, refundId, amountCents }) =>
      lineOf(paymentId).map((line) => ({ line, share: { ...refund, refundId, amountCents } })),
    )
  const named = refundOfKey(refund.key)
  const [request] = named
    ? await tx
        .select({ paymentId: paymentRefunds.paymentId })
        .from(paymentRefunds)
        .where(eq(paymentRefunds.id, named.id))
    : []
  if (request) return lineOf(request.paymentId).map((line) => ({ line, share: refund }))
  const shares = await shareWhatIsLeft(services, tx, lines, refund.amountCents)
  return lines
    .map((line, n) => ({ line, amountCents: shares[n] ?? 0 }))
    .filter(({ amountCents }) => amountCents > 0)
    .map(({ line, amountCents }, n) => ({
      line,
      share: { ...refund, refundId: shareId(refund.refundId, n), amountCents },
    }))
}

/**
 * Divides an amount by what is left of each payment of an order. What is requested of a payment comes after that, because it is
 * sent as well, then what was sent, without the processor's event, because it can no longer be reduced; what a bank still decides about
 * comes last: the processor refunds nothing of it.
 * @returns one share for each payment, in cents; the sum is the amount
 */
export async function shareWhatIsLeft(
  { answers }: Pick<TransactionServices, 'answers'>,
  tx: Queryable,
  lines: readonly HeldLine[],
  amountCents: Cents,
): Promise<Cents[]> {
  const free: Cents[] = []
  const toSend: Cents[] = []
  const sent: Cents[] = []
  const atBank: Cents[] = []
  for (const { id } of lines) {
    const whole = await readLeft(tx, id)
    const atBankCents = Math.min(whole, await answers.asked_by_banks(tx, { paymentId: id }))
    const left = whole - atBankCents
    const requested = await readRequested(tx, id)
    const sentCents = Math.min(left, requested.sentCents)
    const toSendCents = Math.min(left - sentCents, requested.toSendCents)
    free.push(left - sentCents - toSendCents)
    toSend.push(toSendCents)
    sent.push(sentCents)
    atBank.push(atBankCents)
  }
  const shares = shareOut(amountCents, [...free, ...toSend, ...sent, ...atBank])
  return lines.map((_, n) => [0, 1, 2, 3].reduce((sum, at) => sum + (shares[n + at * lines.length] ?? 0), 0))
}
