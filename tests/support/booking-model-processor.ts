import type { LocalCheckouts } from '#ports/payments/local.ts'
import { PaymentRefused, type PaymentsPort, type Transfer } from '#ports/payments/payments.ts'

const MINUTE = 60_000

type Processor = PaymentsPort & LocalCheckouts

/** A payment that a bank asks about, or of which it has taken all that was left. */
interface Bank {
  isAsking: boolean
  amountCents: number
}

/** The local processor with connections that break, transfers that take long, and banks that take payments back. */
export interface ModelProcessor {
  payments: Processor
  /** The next call is carried out and its answer lost. */
  hangUp(): void
  /** Runs work whose first transfer is under way until {@link arrive}: before or after its money moves. */
  slowDown(moved: 'before' | 'after', work: () => Promise<void>): Promise<void>
  /** Everything under way arrives. */
  arrive(): Promise<void>
  /** A payer's bank asks about the payment of a checkout, or decides. @returns the events that tell of it, null for none */
  bankSays(sessionId: string, says: 'asks' | 'won' | 'lost', now: number): Promise<string[]>
  /** Checkouts whose payment a bank still asks about. */
  listAsking(): string[]
  /** What banks took, in cents by payment. */
  taken(): Record<string, number>
  /** Before the next sequence. @param watch hears of each transfer when it is asked for the first time */
  reset(watch: (transfer: Transfer) => Promise<void>): void
}

/** @param local does the work */
export function modelProcessor(local: Processor): ModelProcessor {
  let hangsUp = false
  let slow: { moved: 'before' | 'after'; isUnderWay: () => void } | null = null
  let watch: (transfer: Transfer) => Promise<void> = async () => undefined
  let opened: (() => void)[] = []
  const asked = new Set<string>()
  /** By payment; and the checkout it came from. */
  const banks = new Map<string, Bank & { sessionId: string }>()
  const working = new Set<Promise<void>>()
  let turn: Promise<unknown> = Promise.resolve()

  /** The processor does what it is asked and the connection breaks before it says so. */
  const answering = async <T>(call: () => Promise<T>): Promise<T> => {
    const result = await call()
    if (!hangsUp) return result
    hangsUp = false
    throw new Error('socket hang up')
  }

  /** Refunds and banks take turns, as at a processor that locks the payment. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work)
    turn = mine.catch(() => undefined)
    return mine
  }

  async function transfer(request: Transfer) {
    if (!asked.has(request.key)) await watch(request)
    asked.add(request.key)
    const mine = slow
    slow = null
    const arrival = () =>
      new Promise<void>((open) => {
        opened.push(open)
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
      // As Stripe, which sells no page shorter than half an hour: it can be paid after the hold ran out.
      startCheckout: (order) =>
        answering(() => local.startCheckout({ ...order, expiresAt: order.expiresAt + 16 * MINUTE })),
      expireCheckout: (id) => answering(() => local.expireCheckout(id)),
      refund: (request) =>
        inTurn(async () => {
          // As Stripe: what a bank asks about, or has taken, is not refunded.
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
      const isUnderWay = new Promise<void>((resolve) => {
        slow = { moved, isUnderWay: resolve }
      })
      const done: Promise<void> = work().finally(() => working.delete(done))
      working.add(done)
      await Promise.race([done, isUnderWay])
      slow = null
    },
    async arrive() {
      const under = [...working]
      for (const open of opened.splice(0)) open()
      await Promise.all(under)
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
      slow = null
      watch = hears
      opened = []
      banks.clear()
      asked.clear()
    },
  }
}
