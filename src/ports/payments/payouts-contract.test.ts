import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { testDatabase } from '#tests/support/database.ts'
import { type PaymentProcessor, paymentProcessors } from '#tests/support/payment-processors.ts'
import { PaymentRefused, type PaymentsPort, type Transfer } from './payments.ts'

const clock = movableClock(Date.UTC(2026, 10, 20, 15))
const database = testDatabase()

const inOrder = { canBePaid: true, blockedBy: null, answerBy: null }
const processors = paymentProcessors({ database, clock })

describe.each(Object.keys(processors))('payouts with %s', (name) => {
  let subject: PaymentProcessor
  let payments: PaymentsPort
  let accountId: string
  beforeAll(async () => {
    const start = processors[name]
    if (!start) throw new Error(`no processor ${name}`)
    subject = await start()
    payments = subject.payments
    accountId = (await payments.createAccount({ key: randomUUID(), email: 'maya@coaches.test' })).accountId
    subject.completeOnboarding(accountId)
  })
  afterAll(() => subject?.close())

  async function newTransfer(change: Partial<Transfer> = {}): Promise<Transfer> {
    const bookingId = randomUUID()
    const { sessionId } = await payments.startCheckout({
      key: bookingId,
      orderId: bookingId,
      amountCents: 8_500,
      description: '60-minute lesson with Maya Bennett',
      customerEmail: 'sam@example.com',
      successUrl: 'http://app.test/payment-success?session_id={CHECKOUT_SESSION_ID}',
      cancelUrl: 'http://app.test/coaches/maya',
      expiresAt: clock.now() + 15 * 60_000,
    })
    await subject.pay(sessionId)
    const paymentIntentId = (await payments.findCheckout(sessionId))?.paymentIntentId ?? null
    return { key: randomUUID(), bookingId, paymentIntentId, accountId, amountCents: 7_650, ...change }
  }

  test('one key creates one account, which can be paid once its owner has provided the required information', async () => {
    const key = randomUUID()
    const first = await payments.createAccount({ key, email: 'new@coaches.test' })
    expect(await payments.createAccount({ key, email: 'new@coaches.test' })).toEqual(first)
    const link = await payments.accountLink({
      accountId: first.accountId,
      returnUrl: 'http://app.test/payment-settings',
      refreshUrl: 'http://app.test/payment-settings?again=1',
    })
    expect(link.url).toMatch(/^https?:\/\//)
    subject.completeOnboarding(first.accountId)
    expect(await payments.findAccount(first.accountId)).toEqual(inOrder)
    expect(await payments.findAccount('acct_nobody')).toBeNull()
  })

  test.each(['questions', 'review', 'rejected'] as const)(
    'a restricted account (%s) sends its own event, gets no payout, and is paid again when the restriction is lifted',
    async (why) => {
      await subject.takeWebhooks()
      const transfer = await newTransfer({ attempt: 0 })
      await subject.takeWebhooks()
      await subject.blockAccount(accountId, why)
      const heard = async () =>
        (await subject.takeWebhooks()).map(({ body, header }) =>
          payments.readEvent(body, header, clock.now()),
        )
      expect(await heard()).toMatchObject([{ type: 'account_changed', accountId }])
      expect(await payments.findAccount(accountId)).toEqual({
        canBePaid: false,
        blockedBy: why,
        answerBy: null,
      })
      await expect(payments.transfer(transfer)).rejects.toBeInstanceOf(PaymentRefused)

      await subject.blockAccount(accountId, null)
      expect(await heard()).toMatchObject([{ type: 'account_changed', accountId }])
      expect(await payments.findAccount(accountId)).toEqual(inOrder)
      const sent = await payments.transfer({ ...transfer, attempt: 1 })
      // A transfer's key is checked regardless of the attempt number.
      subject.forgetIdempotencyKeys()
      expect(await payments.transfer({ ...transfer, attempt: 2 })).toEqual(sent)
    },
  )

  test('a transfer is sent once per key, however often it is requested', async () => {
    const transfer = await newTransfer()
    const sent = await payments.transfer(transfer)
    subject.forgetIdempotencyKeys()
    expect(await payments.transfer(transfer)).toEqual(sent)
    const other = await newTransfer()
    expect((await payments.transfer(other)).transferId).not.toBe(sent.transferId)
  })

  test.each([
    ['another amount', { amountCents: 100 }],
    ['another account', { accountId: 'acct_other' }],
  ])('a key reused with %s is refused', async (_what, change) => {
    const transfer = await newTransfer()
    await payments.transfer(transfer)
    await expect(payments.transfer({ ...transfer, ...change })).rejects.toBeInstanceOf(PaymentRefused)
  })

  test.each([
    ['more than was paid', { amountCents: 8_501 }],
    ['nothing', { amountCents: 0 }],
    ['less than nothing', { amountCents: -5 }],
    ['to nobody', { accountId: 'acct_nobody' }],
    ['from a payment nobody made', { paymentIntentId: 'pi_nothing' }],
  ])('%s is not sent', async (_what, change) => {
    await expect(payments.transfer(await newTransfer(change))).rejects.toBeInstanceOf(PaymentRefused)
  })

  test('a transfer is reversed in parts, each once per key, and never more than was sent', async () => {
    const { transferId } = await payments.transfer(await newTransfer())
    const part = { key: randomUUID(), transferId, amountCents: 3_000 }
    const reversed = await payments.reverseTransfer(part)
    subject.forgetIdempotencyKeys()
    expect(await payments.reverseTransfer(part)).toEqual(reversed)
    await expect(payments.reverseTransfer({ ...part, amountCents: 1 })).rejects.toBeInstanceOf(PaymentRefused)
    await payments.reverseTransfer({ key: randomUUID(), transferId, amountCents: 4_650 })
    await expect(
      payments.reverseTransfer({ key: randomUUID(), transferId, amountCents: 1 }),
    ).rejects.toBeInstanceOf(PaymentRefused)
  })
})
