import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteEndedCustomers } from '#features/payments/saved-cards/commands.ts'
import { PaymentsUnavailable } from '#ports/payments/payments.ts'
import { actAs } from '../support/acting.ts'
import { giftCardOrder } from '../support/gift-cards.ts'
import { signedInCoach, verifyEmail } from '../support/lessons.ts'
import { charlotteTime, goodCard } from '../support/now.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'

/** A student's cards are kept by the payment processor alone, and only the student sees and uses them. */
const product = testProduct()
type Person = Awaited<ReturnType<typeof signedInCoach>>
let coach: Person
let sam: Person
let day = 3

beforeEach(async () => {
  product.clock.moveTo(testNow)
  coach = await signedInCoach(product)
  sam = await newStudent('Sam Rivera')
  day = 3
})

async function newStudent(name: string) {
  const person = await product.student(name)
  await verifyEmail(product, person.userId)
  return person
}

const sessionOf = (checkoutUrl: string) => String(checkoutUrl).split('/').at(-1) ?? ''
const book = (person: Person, start = charlotteTime(day++, 10)) =>
  person.post('/api/bookings', { instructorId: coach.userId, start, durationMinutes: 60 })
/** Holds a time. @returns the checkout's session */
async function openCheckout(person: Person, start?: string) {
  const held = await book(person, start)
  expect(held.status, held.text).toBe(201)
  return { session: sessionOf(held.json.checkoutUrl), bookingId: String(held.json.bookingId) }
}
const pay = (person: Person, session: string, card: object) =>
  person.post(`/api/test-checkouts/${session}/payments`, card)
const cardsOf = async (person: Person) => (await person.get('/api/me/cards')).json.cards
const statusOf = async (person: Person, bookingId: string) =>
  (await person.get(`/api/bookings/${bookingId}`)).json.status

/** Pays a lesson and keeps the card. @returns the saved card */
async function keepCard(person: Person, card: object = goodCard) {
  const { session, bookingId } = await openCheckout(person)
  const paid = await pay(person, session, { ...card, keepCard: true })
  const confirmed =
    paid.json.code === 'confirmation_needed'
      ? await pay(person, session, { ...card, keepCard: true, isConfirmed: true })
      : paid
  expect(confirmed.status, confirmed.text).toBe(200)
  await product.settle()
  expect(await statusOf(person, bookingId)).toBe('confirmed')
  const [saved] = await cardsOf(person)
  return saved as { id: string; brand: string; last4: string; expiry: string; isExpired: boolean }
}

const customers = async () =>
  (await product.query('select id, email from local_vendor.customers order by created_at')) as {
    id: string
    email: string | null
  }[]
const customersOf = async (email: string) => (await customers()).filter((one) => one.email === email)

describe('a card is kept', () => {
  test('when the student asks for it, and pays the next lesson without a number', async () => {
    const card = await keepCard(sam)
    expect(card).toMatchObject({ brand: 'Visa', last4: '4242', isExpired: false })
    expect(card.expiry).toMatch(/^\d\d\/\d\d$/)

    const { session, bookingId } = await openCheckout(sam)
    const page = (await sam.get(`/api/test-checkouts/${session}`)).json
    expect(page).toMatchObject({ mayKeepCard: true, cards: [card] })
    expect(page).not.toHaveProperty('customerId')
    expect((await pay(sam, session, { cardId: card.id })).status).toBe(200)
    await product.settle()
    expect(await statusOf(sam, bookingId)).toBe('confirmed')
  })

  test('never without consent, and our own tables have no card', async () => {
    const { session } = await openCheckout(sam)
    expect((await pay(sam, session, goodCard)).status).toBe(200)
    expect(await cardsOf(sam)).toEqual([])
    const [row] = await product.query('select * from payment_customers where user_id = $1', [sam.userId])
    expect(row).toMatchObject({ customer_id: expect.stringMatching(/^cus_/), email: sam.email })
  })

  test('once: the same card kept again replaces its expiry date', async () => {
    await keepCard(sam)
    await keepCard(sam)
    expect(await cardsOf(sam)).toHaveLength(1)
  })
})

describe('a customer at the processor', () => {
  test('is created for the first checkout only, however many start at once', async () => {
    const before = (await customers()).length
    const held = await Promise.all([10, 11, 12].map((hour) => book(sam, charlotteTime(3, hour))))
    expect(held.map(({ status }) => status)).toEqual([201, 201, 201])
    expect((await customers()).length).toBe(before + 1)
    expect(await customersOf(sam.email)).toHaveLength(1)
  })

  test('gets the new address when the student has changed it', async () => {
    await openCheckout(sam)
    await product.query(`update profiles set email = 'new-' || email where id = $1`, [sam.userId])
    product.services.sessions.forget(sam.userId)
    await expect.poll(async () => (await sam.get('/api/me')).json.email).toBe(`new-${sam.email}`)
    await openCheckout(sam)
    expect(await customersOf(sam.email)).toEqual([])
    expect(await customersOf(`new-${sam.email}`)).toHaveLength(1)
  })

  test('is replaced when the processor no longer knows it, and nothing is lost', async () => {
    await keepCard(sam)
    await product.query('delete from local_vendor.customers where email = $1', [sam.email])
    expect(await cardsOf(sam)).toEqual([])
    const { session } = await openCheckout(sam)
    expect((await sam.get(`/api/test-checkouts/${session}`)).json).toMatchObject({
      status: 'open',
      mayKeepCard: true,
      cards: [],
    })
    await keepCard(sam)
    expect(await cardsOf(sam)).toHaveLength(1)
  })
})

test('a lesson can be paid while no customer can be created, and the next checkout keeps the card', async () => {
  const { payments } = product.services
  const { createCustomer } = payments
  payments.createCustomer = async () => {
    throw new PaymentsUnavailable()
  }
  try {
    const { session, bookingId } = await openCheckout(sam)
    expect((await sam.get(`/api/test-checkouts/${session}`)).json.mayKeepCard).toBe(false)
    expect((await pay(sam, session, { ...goodCard, keepCard: true })).status).toBe(200)
    await product.settle()
    expect(await statusOf(sam, bookingId)).toBe('confirmed')
  } finally {
    payments.createCustomer = createCustomer
  }
  await keepCard(sam)
  expect(await cardsOf(sam)).toHaveLength(1)
})

describe('when a saved card does not pay', () => {
  test('because the bank declines it, the time stays held, and another card pays it', async () => {
    const { id } = await keepCard(sam, { ...goodCard, number: '4000000000000341' })
    const { session, bookingId } = await openCheckout(sam)
    const refused = await pay(sam, session, { cardId: id })
    expect([refused.status, refused.json.code]).toEqual([409, 'declined'])
    expect(await statusOf(sam, bookingId)).toBe('pending')
    expect((await pay(sam, session, goodCard)).status).toBe(200)
    await product.settle()
    expect(await statusOf(sam, bookingId)).toBe('confirmed')
  })

  test('because it has expired, it says so and cannot be chosen', async () => {
    const { id } = await keepCard(sam)
    await product.query('update local_vendor.cards set exp_year = 2020 where id = $1', [id])
    const { session, bookingId } = await openCheckout(sam)
    expect((await sam.get(`/api/test-checkouts/${session}`)).json.cards).toMatchObject([{ isExpired: true }])
    expect((await pay(sam, session, { cardId: id })).json).toMatchObject({
      code: 'card_expired',
      message: 'This card has expired. Please use another card.',
    })
    expect(await statusOf(sam, bookingId)).toBe('pending')
  })

  test('because it was removed meanwhile, it says so', async () => {
    const { id } = await keepCard(sam)
    const { session, bookingId } = await openCheckout(sam)
    expect((await sam.send('DELETE', `/api/me/cards/${id}`)).status).toBe(200)
    expect((await pay(sam, session, { cardId: id })).json.code).toBe('card_removed')
    expect(await statusOf(sam, bookingId)).toBe('pending')
  })

  test('until the student has confirmed it with the bank; refusing charges nothing', async () => {
    const { id } = await keepCard(sam, { ...goodCard, number: '4000002760003184' })
    const { session, bookingId } = await openCheckout(sam)
    expect((await pay(sam, session, { cardId: id })).json.code).toBe('confirmation_needed')
    expect((await pay(sam, session, { cardId: id, isConfirmed: false })).json.code).toBe('not_confirmed')
    expect(await statusOf(sam, bookingId)).toBe('pending')
    expect((await pay(sam, session, { cardId: id, isConfirmed: true })).status).toBe(200)
    await product.settle()
    expect(await statusOf(sam, bookingId)).toBe('confirmed')
  })

  test('twice at once, it charges once', async () => {
    const { id } = await keepCard(sam)
    const { session } = await openCheckout(sam)
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(sam, session, { cardId: id })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ json }) => json.code === 'already_paid')).toHaveLength(4)
  })
})

describe('nobody else sees, uses or removes a card', () => {
  test('not another account, also with the id of the card and the address of the checkout', async () => {
    const card = await keepCard(sam)
    const ava = await newStudent('Ava Stone')
    await keepCard(ava)
    const { session } = await openCheckout(sam)
    for (const other of [ava, product.visitor() as Person]) {
      const page = (await other.get(`/api/test-checkouts/${session}`)).json
      expect(page).toMatchObject({ status: 'open', cards: [], mayKeepCard: false })
      expect((await pay(other, session, { cardId: card.id })).json.code).toBe('card_removed')
    }
    const own = await openCheckout(ava)
    expect((await pay(ava, own.session, { cardId: card.id })).json.code).toBe('card_removed')
    expect(JSON.stringify(await cardsOf(ava))).not.toContain(card.id)
    const removed = await ava.send('DELETE', `/api/me/cards/${card.id}`)
    expect([removed.status, removed.json.code]).toEqual([404, 'no_such_card'])
    expect(await cardsOf(sam)).toEqual([card])
    // Another person may pay for Sam, but keeps no card with Sam.
    expect(
      (await pay(ava, session, { ...goodCard, number: '5555555555554444', keepCard: true })).status,
    ).toBe(200)
    expect(await cardsOf(sam)).toEqual([card])
  })

  test('not an admin who acts as the student: no list, no address of the checkout, no payment', async () => {
    const card = await keepCard(sam)
    const start = charlotteTime(day++, 10)
    const { session, bookingId } = await openCheckout(sam, start)
    const admin = await product.admin()
    await expect.poll(async () => (await admin.get('/api/me')).json.role).toBe('admin')
    const reason = 'Ticket 4711: a receipt is missing'
    expect((await admin.post('/api/admin/impersonation', { userId: sam.userId, reason })).status).toBe(201)
    await admin.send('PUT', '/api/impersonation/acting')

    expect((await admin.get('/api/me/cards')).json.code).toBe('impersonating')
    expect((await admin.send('DELETE', `/api/me/cards/${card.id}`)).json.code).toBe('impersonating')
    expect((await pay(admin, session, { cardId: card.id })).json.code).toBe('impersonating')
    expect((await admin.get(`/api/test-checkouts/${session}`)).json.cards).toEqual([])
    expect((await admin.get(`/api/bookings/${bookingId}`)).json).toMatchObject({
      status: 'pending',
      checkoutUrl: null,
    })
    expect((await admin.get('/api/bookings')).text).not.toContain(session)
    expect((await admin.get(`/api/checkouts/${bookingId}`)).text).not.toContain(session)
    expect((await sam.get(`/api/bookings/${bookingId}`)).json.checkoutUrl).toContain(session)
    const again = await book(admin, start)
    expect([again.status, again.json.code]).toEqual([403, 'impersonating'])

    // What the admin books has a checkout without cards, which both may open.
    const other = await book(admin)
    expect(other.status, other.text).toBe(201)
    expect((await sam.get(`/api/test-checkouts/${sessionOf(other.json.checkoutUrl)}`)).json).toMatchObject({
      cards: [],
      mayKeepCard: false,
    })
    expect((await admin.get(`/api/bookings/${other.json.bookingId}`)).json.checkoutUrl).toBe(
      other.json.checkoutUrl,
    )
  })

  test('not an admin or a program that reads a gift card or video review that is not paid yet', async () => {
    await keepCard(sam)
    const offer = { priceCents: 4_500, promisedHours: 48, isSold: true }
    await coach.put('/api/own-video-review', offer)
    const giftCard = await sam.post('/api/gift-cards', giftCardOrder())
    const { giftCardId } = giftCard.json
    const review = await sam.post('/api/video-reviews', {
      instructorId: coach.userId,
      expectedPriceCents: offer.priceCents,
      expectedHours: offer.promisedHours,
    })
    const path = `/api/video-reviews/${review.json.videoReviewId}`
    const addresses = async (who: Visitor) => [
      (await who.get('/api/me/gift-cards')).json.find(({ id }: { id: string }) => id === giftCardId)
        .checkoutUrl,
      (await who.get(path)).json.checkoutUrl,
    ]
    expect(await addresses(sam)).toEqual([giftCard.json.checkoutUrl, review.json.checkoutUrl])

    const token = await sam.post('/api/me/access-tokens', {
      name: 'My site',
      scopes: ['bookings:read'],
      lifetime: '90',
    })
    const read = await product.visitor().send('GET', path.replace('/api/', '/api/v1/'), undefined, {
      authorization: `Bearer ${token.json.token}`,
    })
    expect([read.status, read.json.checkoutUrl]).toEqual([200, null])

    const end = actAs(product, sam, randomUUID())
    const seen = await addresses(sam)
    end()
    expect(seen).toEqual([null, null])
  })

  test('not a coach who enters a lesson and gets the address of its checkout', async () => {
    await keepCard(sam)
    const entered = await coach.post('/api/coach/lessons', {
      student: { is: 'known', studentId: sam.userId },
      start: charlotteTime(9, 10),
      durationMinutes: 60,
      priceCents: 9_000,
      payment: 'here',
      confirmed: [],
      idempotencyKey: 'entered-for-sam',
    })
    expect(entered.status, entered.text).toBe(201)
    const [order] = await product.query(
      `select o.offers_cards, c.customer_id from orders o join payments p on p.order_id = o.id
       join local_vendor.checkouts c on c.id = o.stripe_session_id where p.booking_id = $1`,
      [entered.json.bookingId],
    )
    expect(order).toEqual({ offers_cards: false, customer_id: null })
  })
})

describe('while the processor does not answer', () => {
  test('the settings say so, and a card is not removed', async () => {
    const card = await keepCard(sam)
    const { payments } = product.services
    const { listCards, removeCard } = payments
    const away = async () => {
      throw new PaymentsUnavailable()
    }
    Object.assign(payments, { listCards: away, removeCard: away })
    try {
      const listed = await sam.get('/api/me/cards')
      expect([listed.status, listed.json.code]).toEqual([503, 'cards_unavailable'])
      expect((await sam.send('DELETE', `/api/me/cards/${card.id}`)).json.code).toBe('cards_unavailable')
    } finally {
      Object.assign(payments, { listCards, removeCard })
    }
    expect(await cardsOf(sam)).toEqual([card])
  })
})

describe('closing the account', () => {
  const close = (person: Person) =>
    person.post('/api/me/closure', { password: 'fairway-seven', refundCents: 0 })

  test('deletes the customer with all cards, and waits for a processor that does not answer', async () => {
    const ben = await newStudent('Ben Ross')
    await openCheckout(ben)
    const [row] = await product.query('select customer_id from payment_customers where user_id = $1', [
      ben.userId,
    ])
    product.clock.moveTo(testNow + 3_600_000)
    await ben.signInAgain()
    await product.settle()
    await product.query(
      `update bookings set status = 'cancelled', cancel_reason = 'hold_expired' where student_id = $1`,
      [ben.userId],
    )
    expect((await close(ben)).status).toBe(200)
    const { payments } = product.services
    const { deleteCustomer } = payments
    payments.deleteCustomer = async () => {
      throw new PaymentsUnavailable()
    }
    try {
      await deleteEndedCustomers(product.services)
    } finally {
      payments.deleteCustomer = deleteCustomer
    }
    const waiting = await product.query('select * from payment_customers where customer_id = $1', [
      row.customer_id,
    ])
    expect(waiting).toMatchObject([{ user_id: null, email: null }])
    await deleteEndedCustomers(product.services)
    expect(await customersOf(ben.email)).toEqual([])
    expect(
      await product.query('select 1 from payment_customers where customer_id = $1', [row.customer_id]),
    ).toEqual([])
    expect(await payments.listCards(row.customer_id)).toBeNull()
  })

  test('deletes also a customer whose creation was never stored', async () => {
    const [{ id }] = await product.query('insert into payment_customers (user_id) values ($1) returning id', [
      sam.userId,
    ])
    const { customerId } = await product.services.payments.createCustomer({ key: id })
    expect((await close(sam)).status).toBe(200)
    await deleteEndedCustomers(product.services)
    expect(await product.services.payments.listCards(customerId)).toBeNull()
    expect(await product.query('select 1 from payment_customers where id = $1', [id])).toEqual([])
  })
})

test('the export says where saved cards are kept', async () => {
  await keepCard(sam)
  const { saved_cards: cards } = (await sam.get('/api/me/export')).json
  expect(cards).toMatchObject([{ where_they_are: expect.stringContaining('payment processor') }])
  expect(JSON.stringify(cards)).not.toContain('4242')
})
