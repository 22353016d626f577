import { AsyncLocalStorage } from 'node:async_hooks'
import { MINUTE } from '#platform/duration.ts'
import type { LocalCheckouts } from '#ports/payments/local.ts'
import { PaymentRefused, type PaymentsPort, type Transfer } from '#ports/payments/payments.ts'

type Processor = PaymentsPort & LocalCheckouts

/** A payment with an open dispute or a lost one. */
interface Bank {
  isAsking: boolean
  amountCents: number
}

/** The local processor with broken connections, slow transfers and chargebacks. */
export interface ModelProcessor {
  payments: Processor
  /** The next call is executed, but its response is lost. */
  hangUp(): void
  /** Runs work whose first transfer is pending until {@link arrive}, before or after its money moves. */
  slowDown(moved: 'before' | 'after', work: () => Promise<void>): Promise<void>
  /** Completes all pending transfers. */
  arrive(): Promise<void>
  /** The payer's bank opens or decides a dispute about a checkout's payment. @returns the resulting events */
  bankSays(sessionId: string, says: 'asks' | 'won' | 'lost', now: number): Promise<string[]>
  /** Checkouts with an open dispute. */
  listAsking(): string[]
  /** Lost disputes, in cents by payment. */
  taken(): Record<string, number>
  /** Resets the state for the next sequence. @param watch called when a transfer is first requested */
  reset(watch: (transfer: Transfer) => Promise<void>): void
}

/** @param local executes the calls */
export function modelProcessor(local: Processor): ModelProcessor {
  let hangsUp = false
  /** The payouts that `slowDown` runs, and no other that run at the same time; the first transfer takes it. */
  const slowed = new AsyncLocalStorage<{
    first: { moved: 'before' | 'after'; isUnderWay: () => void } | null
  }>()
  let watch: (transfer: Transfer) => Promise<void> = async () => undefined
  const opened: (() => void)[] = []
  /** Calls of `arrive` in progress; meanwhile no transfer is delayed. */
  let arriving = 0
  const asked = new Set<string>()
  /** By payment, with the checkout. */
  const banks = new Map<string, Bank & { sessionId: string }>()
  const working = new Set<Promise<void>>()
  let turn: Promise<unknown> = Promise.resolve()

  /** Executes a call, and breaks the connection before the response. */
  const answering = async <T>(call: () => Promise<T>): Promise<T> => {
    const result = await call()
    if (!hangsUp) return result
    hangsUp = false
    throw new Error('socket hang up')
  }

  /** Serializes refunds and disputes, like a processor that locks the payment. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }

  async function transfer(request: Transfer) {
    if (!asked.has(request.key)) await watch(request)
    asked.add(request.key)
    const run = slowed.getStore()
    const mine = run?.first
    if (run) run.first = null
    const arrival = () =>
      new Promise<void>((open) => {
        if (arriving > 0) open()
        else opened.push(open)
        mine?.isUnderWay()
      })
    if (mine?.moved === 'before') await arrival()
    const result = await answering(() => local.transfer(request))
    if (mine?.moved === 'after') await arrival()
    return result
  }

  return {
    payments: {
      ...local,
      // As with Stripe, where a session lasts at least half an hour, the checkout can be paid after the hold expired.
      startCheckout: (order) =>
        answering(() => local.startCheckout({ ...order, expiresAt: order.expiresAt + 16 * MINUTE })),
      expireCheckout: (id) => answering(() => local.expireCheckout(id)),
      refund: (request) =>
        inTurn(async () => {
          // As with Stripe, a disputed payment cannot be refunded.
          if ((banks.get(request.paymentIntentId)?.amountCents ?? 0) > 0) throw new PaymentRefused()
          return await answering(() => local.refund(request))
        }),
      transfer,
      reverseTransfer: (request) => answering(() => local.reverseTransfer(request)),
    },
    hangUp: () => {
      hangsUp = true
    },
    async slowDown(moved, work) {
      const underWay = Promise.withResolvers<void>()
      const first = { moved, isUnderWay: underWay.resolve }
      const done: Promise<void> = slowed.run({ first }, work).finally(() => working.delete(done))
      working.add(done)
      await Promise.race([done, underWay.promise])
    },
    async arrive() {
      arriving++
      try {
        for (const open of opened.splice(0)) open()
        await Promise.all(working)
      } finally {
        arriving--
      }
    },
    bankSays: (sessionId, says, now) =>
      inTurn(async () => {
        const checkout = await local.findCheckout(sessionId)
        const paymentIntentId = checkout?.paymentIntentId
        if (!checkout || !paymentIntentId) return []
        const before = banks.get(paymentIntentId)
        if (before && (says === 'asks' || !before.isAsking)) return []
        const left = checkout.amountCents - checkout.refundedCents
        if (!before && left <= 0) return []
        const amountCents = before?.amountCents ?? left
        const kept = says === 'won' ? 0 : amountCents
        banks.set(paymentIntentId, { isAsking: says === 'asks', amountCents: kept, sessionId })
        const event = (what: 'created' | 'closed', status: string) =>
          JSON.stringify({
            id: `evt_bank_${what}_${paymentIntentId}`,
            object: 'event',
            type: `charge.dispute.${what}`,
            created: Math.floor(now / 1000),
            data: {
              object: {
                id: `dp_${paymentIntentId}`,
                object: 'dispute',
                amount: amountCents,
                payment_intent: paymentIntentId,
                reason: 'fraudulent',
                status,
              },
            },
          })
        return [
          ...(before ? [] : [event('created', 'needs_response')]),
          ...(says === 'asks' ? [] : [event('closed', says)]),
        ]
      }),
    listAsking: () => [...banks.values()].flatMap((bank) => (bank.isAsking ? [bank.sessionId] : [])),
    taken: () => Object.fromEntries([...banks].map(([id, { amountCents }]) => [id, amountCents])),
    reset(hears) {
      hangsUp = false
      watch = hears
      // Work of a sequence that failed would block the next sequences.
      for (const open of opened.splice(0)) open()
      working.clear()
      banks.clear()
      asked.clear()
    },
  }
}
