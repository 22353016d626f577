import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { createLog } from '#platform/log.ts'
import { NOBODY } from '#platform/own-data.ts'
import { testDatabase } from '#tests/support/database.ts'
import { type PaymentProcessor, paymentProcessors } from '#tests/support/payment-processors.ts'
import { paymentsOwnData } from '../own-data.ts'
import { deleteEndedCustomers, listSavedCards, removeSavedCard, withCustomer } from './commands.ts'

/** The same with every processor: a card is kept, listed, removed, and gone with the account. */
const clock = movableClock(Date.UTC(2026, 10, 20, 15))
const database = testDatabase()
const processors = paymentProcessors({ database, clock })

describe.each(Object.keys(processors))('saved cards with %s', (name) => {
  let subject: PaymentProcessor
  beforeAll(async () => {
    const start = processors[name]
    if (!start) throw new Error(`no processor ${name}`)
    subject = await start()
  })
  afterAll(() => subject?.close())

  const services = () => ({
    db: database.db,
    clock,
    log: createLog('silent'),
    payments: subject.payments,
  })

  async function newStudent() {
    const userId = randomUUID()
    const email = `${userId}@students.test`
    await database.pool.query(
      `insert into profiles (id, full_name, email, user_type) values ($1, 'Sam Rivera', $2, 'student')`,
      [userId, email],
    )
    return { userId, email, role: 'student' as const }
  }
  type Student = Awaited<ReturnType<typeof newStudent>>

  /** A checkout of the student that is paid. */
  async function payAs(student: Student, by: Parameters<PaymentProcessor['pay']>[1]) {
    const { sessionId } = await withCustomer(services(), student, (customerId) =>
      subject.payments.startCheckout({
        key: randomUUID(),
        orderId: randomUUID(),
        amountCents: 8_500,
        description: '60-minute lesson with Maya Bennett',
        customerEmail: student.email,
        ...(customerId ? { customerId } : {}),
        successUrl: 'http://app.test/payment-success?session_id={CHECKOUT_SESSION_ID}',
        cancelUrl: 'http://app.test/coaches/maya',
        expiresAt: clock.now() + 15 * 60_000,
      }),
    )
    return await subject.pay(sessionId, by)
  }
  const cardsOf = ({ userId }: Student) => listSavedCards(services(), userId)

  /** Erases what this feature has of a student, as closing the account does. */
  async function close({ userId, email }: Student) {
    const leaver = { userId, email, fullName: NOBODY, emailVerified: true, otherNames: [] }
    for (const statement of paymentsOwnData.erase?.(leaver, (keys) => keys) ?? [])
      await database.db.execute(statement)
    await database.pool.query('update profiles set closed_at = now() where id = $1', [userId])
    await deleteEndedCustomers(services())
  }

  test('a card is kept, pays again, and is removed; closing the account leaves no customer', async () => {
    const [sam, ava] = [await newStudent(), await newStudent()]
    await Promise.all([payAs(sam, {}), payAs(sam, {}), payAs(sam, {})])
    expect((await subject.listCustomers()).filter((email) => email === sam.email)).toHaveLength(1)
    expect(await cardsOf(sam)).toEqual([])

    await payAs(sam, { keepCard: true })
    const [card] = await cardsOf(sam)
    expect(card).toMatchObject({ brand: 'Visa', last4: '4242', isExpired: false })
    const cardId = card?.id ?? ''
    expect(await payAs(sam, { cardId })).toBe(true)

    await payAs(ava, { keepCard: true })
    expect((await cardsOf(ava)).map(({ id }) => id)).not.toContain(cardId)
    await expect(removeSavedCard(services(), ava.userId, cardId)).rejects.toMatchObject({
      reason: 'no_such_card',
    })
    await removeSavedCard(services(), sam.userId, cardId)
    expect(await cardsOf(sam)).toEqual([])

    await payAs(sam, { keepCard: true })
    await close(sam)
    expect(await subject.listCustomers()).toEqual([ava.email])
    await close(ava)
    expect(await subject.listCustomers()).toEqual([])
    const { rows } = await database.pool.query('select 1 from payment_customers')
    expect(rows).toEqual([])

    // A checkout that was on its way while the account was closed gets no customer.
    await payAs(sam, { keepCard: true })
    expect(await subject.listCustomers()).toEqual([])
  })
})
