import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { refreshAccount, rereadAccounts } from '#features/payouts/payout-account.ts'
import { releaseDuePayouts } from '#features/payouts/release.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import type { PayeeAccount } from '#ports/payments/payments.ts'
import type { Services } from '#ports/services.ts'
import { balances, bookPaid, signedInCoach } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { charlotteTime } from '../support/now.ts'
import { releasePayout } from '../support/payouts.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'

/**
 * A coach's account that was active and is restricted later: the coach is notified, and the money is held.
 */

const product = testProduct()
let day = 0

beforeEach(() => product.clock.moveTo(testNow))

const { query } = product

async function connectedCoach(name: string) {
  const coach = await signedInCoach(product, name)
  await coach.post('/api/coach/payout-account')
  const [{ id }] = await query(
    'select provider_account_id as id from payout_accounts where instructor_id = $1',
    [coach.userId],
  )
  return { coach, accountId: String(id) }
}

/** A lesson whose share is due. */
async function dueLesson(coach: Visitor & { userId: string }) {
  const now = product.clock.now()
  product.clock.moveTo(testNow)
  const start = charlotteTime(9 + ++day, 10)
  const id = await bookPaid(product, await product.student(), { instructorId: coach.userId, start })
  const end = Date.parse(start) + HOUR
  product.clock.moveTo(end)
  await coach.post(`/api/bookings/${id}/completion`)
  product.clock.moveTo(Math.max(now, end + DAY))
  return id
}

/** Delivers the processor's events to the webhook, and runs the jobs that read the accounts. */
async function hear() {
  await product.hearPayments()
  const jobs = await query(
    `delete from pgboss.job where name = 'read-payout-account' returning data ->> 'accountId' as account`,
  )
  for (const { account } of jobs) await refreshAccount(product.services, account)
  return jobs.length
}

const block = async (accountId: string, why: PayeeAccount['blockedBy']) => {
  await product.services.localCheckouts?.blockAccount(accountId, why)
  return await hear()
}
const told = async (coach: Visitor): Promise<string[]> =>
  (await coach.get('/api/notifications')).json.items
    .filter((item: { kind: string }) => item.kind === 'payout_account')
    .map((item: { title: string }) => item.title)
const account = async (coach: Visitor) => (await coach.get('/api/coach/payout-account')).json
const shares = async (coach: Visitor) => (await coach.get('/api/coach/payouts')).json.payouts

describe('a restricted Stripe account', () => {
  test('holds due payouts until the restriction is lifted; the coach is notified of both once, also by email', async () => {
    await signedInCoach(product, 'Olive Other')
    const { coach, accountId } = await connectedCoach('Rita Restricted')
    const id = await dueLesson(coach)
    expect(await block(accountId, 'questions')).toBe(1)
    expect(await account(coach)).toMatchObject({ status: 'restricted', blockedBy: 'questions' })
    await releaseDuePayouts(product.services)
    expect(await shares(coach)).toMatchObject([{ status: 'held', holdReason: 'account_restricted' }])
    expect(await releasePayout(product.services, id)).toBe('account_restricted')
    await block(accountId, 'questions')
    expect(await told(coach)).toEqual(['Stripe has paused your payouts and needs something from you'])
    await product.sendMessages()
    const letters = (await lettersTo(product.database.pool, coach.email)).filter(({ subject }) =>
      subject.includes('paused your payouts'),
    )
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text, 'by the name of this coach').toContain('Hello Coach Rita,')

    product.clock.advance(HOUR)
    await query(`delete from pgboss.job where name = 'release-payouts'`)
    await block(accountId, null)
    expect(await account(coach)).toMatchObject({ status: 'active', blockedBy: null })
    expect(await query(`select 1 from pgboss.job where name = 'release-payouts'`), 'at once').toHaveLength(1)
    await releaseDuePayouts(product.services)
    await releaseDuePayouts(product.services)
    expect(await shares(coach)).toMatchObject([{ status: 'sent', amountCents: 7_650 }])
    expect(await balances(product, id)).toEqual({ processor_cash: 850, platform_fee: -850 })
    expect((await told(coach))[0]).toBe('You are paid out again')
  })

  test.each([
    ['questions', /needs something from you/],
    ['review', /is checking your account/],
    ['rejected', /no longer pays out/],
  ] as const)('%s: explains the problem and what to do', async (why, words) => {
    const { coach, accountId } = await connectedCoach('Wanda Why')
    await block(accountId, why)
    expect(await account(coach)).toMatchObject({ status: 'restricted', blockedBy: why })
    expect((await told(coach))[0]).toMatch(words)
    const { json } = await coach.post('/api/coach/payout-account')
    expect(json, 'a page of Stripe’s only where it asks something').toMatchObject({
      status: 'restricted',
      url: why === 'questions' ? expect.stringMatching(/^http/) : null,
    })
  })

  test('a new account that Stripe is still checking asks nothing of the coach', async () => {
    const { coach, accountId } = await connectedCoach('Nora New')
    await query("update payout_accounts set status = 'pending' where provider_account_id = $1", [accountId])
    await block(accountId, 'review')
    expect(await account(coach)).toMatchObject({ status: 'pending', blockedBy: 'review' })
    const isMissing = async () =>
      (await coach.get('/api/coach/tasks')).json.firstSteps.some(
        ({ kind, isDone }: { kind: string; isDone: boolean }) => kind === 'bank_account' && !isDone,
      )
    expect(await isMissing()).toBe(false)
    await block(accountId, 'questions')
    expect(await account(coach)).toMatchObject({ status: 'pending', blockedBy: 'questions' })
    expect(await isMissing()).toBe(true)
  })

  test('while a payout is on its way: it waits without an error, and is sent once after the restriction is lifted', async () => {
    const { coach, accountId } = await connectedCoach('Mina Midway')
    const id = await dueLesson(coach)
    // Its event is late: the account is still active in our database.
    await product.services.localCheckouts?.blockAccount(accountId, 'review')
    expect(await releasePayout(product.services, id)).toBe('account_restricted')
    expect(
      await query('select status, amount_cents, last_error, attempts from payouts where booking_id = $1', [
        id,
      ]),
    ).toEqual([{ status: 'held', amount_cents: null, last_error: null, attempts: 1 }])
    expect((await told(coach))[0]).toMatch(/checking your account/)
    await hear()
    expect(await told(coach)).toHaveLength(1)
    product.clock.advance(HOUR)
    await block(accountId, null)
    await Promise.all(Array.from({ length: 3 }, () => releasePayout(product.services, id)))
    expect(
      await query(
        `select 1 from local_vendor.transfers t join payouts p on p.provider_transfer_id = t.id where p.booking_id = $1`,
        [id],
      ),
    ).toHaveLength(1)
    expect(await shares(coach)).toMatchObject([{ status: 'sent' }])
  })

  test('is found by the daily check when no event came; each account is checked once a day', async () => {
    const { coach, accountId } = await connectedCoach('Dora Daily')
    await product.services.localCheckouts?.blockAccount(accountId, 'questions')
    await query('update local_vendor.events set delivered_at = current_instant() where delivered_at is null')
    await rereadAccounts(product.services)
    expect(await account(coach), 'read a moment ago').toMatchObject({ status: 'active' })
    product.clock.advance(DAY)
    expect(await rereadAccounts(product.services)).toBeGreaterThan(0)
    expect(await account(coach)).toMatchObject({ status: 'restricted', blockedBy: 'questions' })
    expect(await rereadAccounts(product.services)).toBe(0)
  })

  test('deleted at the processor counts as rejected, and events of unknown accounts change nothing', async () => {
    const { coach, accountId } = await connectedCoach('Gwen Gone')
    const found = {
      ...product.services,
      payments: { ...product.services.payments, findAccount: async () => null },
    }
    product.clock.advance(HOUR)
    await refreshAccount(found, accountId)
    expect(await account(coach)).toMatchObject({ status: 'restricted', blockedBy: 'rejected' })
    expect(await refreshAccount(found, 'acct_of_nobody')).toBeNull()
  })

  test('active with a deadline for information: the coach is told the date once and is paid until then', async () => {
    const { coach, accountId } = await connectedCoach('Anna Asked')
    const answerBy = Math.floor((testNow + 14 * DAY) / 1000) * 1000
    const asking: Services = {
      ...product.services,
      payments: {
        ...product.services.payments,
        findAccount: async () => ({ canBePaid: true, blockedBy: null, answerBy }),
      },
    }
    for (let read = 0; read < 3; read++) {
      product.clock.advance(HOUR)
      await refreshAccount(asking, accountId)
    }
    expect(await told(coach)).toEqual([expect.stringMatching(/^Stripe needs something from you by /)])
    expect(await account(coach)).toMatchObject({
      status: 'active',
      answerBy: new Date(answerBy).toISOString(),
    })
    const id = await dueLesson(coach)
    expect(await releasePayout(product.services, id)).toBe('sent')
  })
})

test('duplicate and out-of-order events: the account ends in the processor’s state', async () => {
  const { coach, accountId } = await connectedCoach('Orla Order')
  const steps = fc.array(
    fc.record({
      why: fc.constantFrom<PayeeAccount['blockedBy']>(null, 'questions', 'review'),
      // The delay of the response to the read that this event causes, as a number of later reads.
      overtakenBy: fc.nat({ max: 3 }),
      twice: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      const reads: { at: number; answer: PayeeAccount; arrives: number }[] = []
      let now = product.clock.now()
      for (const [step, { why, overtakenBy, twice }] of story.entries())
        for (let time = 0; time < (twice ? 2 : 1); time++) {
          now += 1_000
          const answer = { canBePaid: why === null, blockedBy: why, answerBy: null }
          reads.push({ at: now, answer, arrives: step + overtakenBy + time / 10 })
        }
      for (const { at, answer } of reads.toSorted((a, b) => a.arrives - b.arrives)) {
        const clock = { ...product.services.clock, now: () => at }
        const payments = { ...product.services.payments, findAccount: async () => answer }
        await refreshAccount({ ...product.services, clock, payments }, accountId)
      }
      product.clock.moveTo(now)
      const why = story.at(-1)?.why ?? null
      expect(await account(coach)).toMatchObject({
        status: why === null ? 'active' : 'restricted',
        blockedBy: why,
      })
    }),
    { numRuns: 25 },
  )
}, 60_000)
