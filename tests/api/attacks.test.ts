import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createHttpApp } from '#app/http/app.ts'
import { readSignedEvent, signEvent } from '#ports/payments/signed-event.ts'
import { openSuccessPages, pressAtOnce } from '../support/attempts.ts'
import { tryDirectSql } from '../support/direct-sql.ts'
import { tryForgeries } from '../support/forgeries.ts'
import { testProduct, testSecret } from '../support/product.ts'
import { tryTampering } from '../support/tampering.ts'
import type { Target } from '../support/target.ts'

const product = testProduct()
/** Derived as in the product, for the simulated processor's events. */
const secret = createHmac('sha256', testSecret).update('local payment events').digest('hex')
/** The full set runs with `npm run drill -- attacks`. */
const isDrill = process.env.ATTACKS === 'all'
const counts = isDrill
  ? { forgeries: 1_000, bodies: 2_000, clicks: 100, pages: 100 }
  : { forgeries: 120, bodies: 150, clicks: 30, pages: 6 }
const patience = isDrill ? 600_000 : 120_000
let target: Target

beforeAll(() => {
  target = { services: product.services, app: createHttpApp(product.services, () => new Response('page')) }
})

const say = (what: string, counted: object) => {
  if (isDrill) console.log(`${what}: ${JSON.stringify(counted)}`)
}

describe('forged payments', () => {
  test(
    'forged events are rejected [row 73]',
    async () => {
      const { believed, books, tried } = await tryForgeries(target, secret, counts.forgeries)
      say('forged events', { tried, believed: believed.length, books })
      expect(believed).toEqual([])
      expect(books).toEqual({ moved: 0, paid: 0, booked: 0 })
      expect(Object.keys(tried)).toHaveLength(12)
    },
    patience,
  )

  test(
    'opening the success page proves nothing: unpaid, twice, or by another person [row 74]',
    async () => {
      const { wrong, opened, confirmed } = await openSuccessPages(target, counts.pages)
      say('success pages', { opened, confirmed, wrong: wrong.length })
      expect(wrong).toEqual([])
      expect([opened, confirmed]).toEqual([counts.pages * 3, 0])
    },
    patience,
  )

  test(
    'the server’s price is charged regardless of the request body [rows 54, 69]',
    async () => {
      const { wrong, bodies, charged, answers, books } = await tryTampering(target, counts.bodies)
      say('tampered bodies', { bodies, charged, wrong: wrong.length, answers, books })
      expect(wrong).toEqual([])
      expect(charged).toBeGreaterThan(bodies / 8)
      expect(books.cash).toBe(books.paid)
      expect(books.unbalanced).toBe(0)
    },
    patience,
  )

  test(
    'one idempotency key sent many times at once creates one booking and one checkout',
    async () => {
      const { wrong, clicks, bookings, checkouts } = await pressAtOnce(target, counts.clicks)
      say('one key at once', { clicks, bookings, checkouts, wrong: wrong.length })
      expect(wrong).toEqual([])
      expect([bookings, checkouts]).toEqual([1, 1])
    },
    patience,
  )

  test('during webhook secret rotation, events signed with either secret are accepted, and no others', () => {
    const body = JSON.stringify({ id: 'evt_1', type: 'ping', created: 1, data: { object: {} } })
    const now = product.clock.now()
    const secrets = ['whsec_old', 'whsec_new']
    for (const signer of secrets)
      expect(readSignedEvent(body, signEvent(body, signer, now), secrets, now)).toBeNull()
    expect(() => readSignedEvent(body, signEvent(body, 'whsec_other', now), secrets, now)).toThrow()
  })
})

test('direct SQL can’t write invalid data to the database', async () => {
  const { tried, written } = await tryDirectSql(target)
  say('statements by hand', { tried, written: written.length })
  expect(written).toEqual([])
  expect(tried).toBeGreaterThan(35)
})
