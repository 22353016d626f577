import type pg from 'pg'
import { bookSlot, payCheckout, Refusal } from './booking.ts'
import type { OpenSlot } from './slots.ts'
import type { LoadStudent } from './students.ts'

export interface Visit {
  student: LoadStudent
  slot: OpenSlot | undefined
  /** False for a client that abandons its hold. */
  pays: boolean
}

/** Clients that book and pay, with retries until they get a definite answer. */
export function bookingClients(url: string, random: () => number) {
  const toldHeld: string[] = []
  const toldPaid: string[] = []
  const counts: Record<string, number> = {}
  const tally = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }

  /** Retries after a broken connection or a status of 500 or higher. */
  async function untilAnswered<T>(what: string, work: () => Promise<T>): Promise<T | Refusal> {
    for (let tries = 1; ; tries++) {
      try {
        const answer = await work()
        tally(`${what}: yes${tries > 1 ? ', after trying again' : ''}`)
        return answer
      } catch (error) {
        if (error instanceof Refusal && error.status < 500) {
          tally(`${what}: ${error.code}`)
          return error
        }
        tally(`${what}: ${error instanceof Refusal ? error.message : 'connection broke'}`)
        await pause(20 + random() * 80)
      }
    }
  }

  return {
    /** Bookings whose hold was confirmed to the client, and those whose payment was. */
    toldHeld,
    toldPaid,
    counts,
    tally,
    async bookAndPay({ student, slot, pays }: Visit) {
      const booked = await untilAnswered('book', () =>
        bookSlot(url, student, slot, `drill-${student.userId}`),
      )
      if (booked instanceof Refusal) return
      toldHeld.push(booked.bookingId)
      if (!pays) return tally('walked away')
      const paid = await untilAnswered('pay', () => payCheckout(url, booked.checkoutUrl))
      // `already_paid` is a retry of a payment whose response was lost in a crash.
      if (!(paid instanceof Refusal) || paid.code === 'already_paid') toldPaid.push(booked.bookingId)
    },
  }
}

/** Counts holds, checkouts and events that are pending, and unsent emails and refunds. */
export async function countUnsettled(pool: pg.Pool): Promise<{ sessions: number; jobs: number }> {
  const { rows } = await pool.query<{ sessions: string; jobs: string }>(`
    select (select count(*) from bookings where status = 'pending')
      + (select count(*) from local_vendor.events where delivered_at is null)
      + (select count(*) from local_vendor.checkouts where status = 'open') as sessions,
      (select count(*) from pgboss.job where state < 'completed'
          and name in ('send-templated-email', 'send-templated-sms', 'refund-payment')) as jobs`)
  return { sessions: Number(rows[0]?.sessions), jobs: Number(rows[0]?.jobs) }
}

/** The number of bookings by status and payment status. */
export async function countStates(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ state: string; n: number }>(`
    select b.status || '/' || p.payment_status as state, count(*)::int as n
    from bookings b join payments p on p.booking_id = b.id where not b.is_demo group by 1 order by 1`)
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

/** Of the bookings confirmed to clients: counts the missing ones, and paid ones that are neither confirmed nor refunded. */
export async function countLost(
  pool: pg.Pool,
  told: { toldHeld: string[]; toldPaid: string[] },
): Promise<{ bookings: number; payments: number }> {
  const { rows } = await pool.query<{ bookings: string; payments: string }>(
    `select (select count(*) from unnest($1::uuid[]) as told (id) where not exists (select from bookings b where b.id = told.id)) as bookings,
       (select count(*) from unnest($2::uuid[]) as told (id) where not exists (select from bookings b
         where b.id = told.id and (b.status = 'confirmed' or b.payment_status = 'refunded'))) as payments`,
    [told.toldHeld, told.toldPaid],
  )
  return { bookings: Number(rows[0]?.bookings), payments: Number(rows[0]?.payments) }
}

export function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
