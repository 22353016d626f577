import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { applyPaymentEvent } from '#features/checkout/payment-events.ts'
import { sendRefunds } from '#features/checkout/refunds.ts'
import { releaseDuePayouts } from '#features/payouts/release.ts'
import { answerReview } from '#features/video-reviews/commands.ts'
import { processDueReviews, refundOverdue } from '#features/video-reviews/due.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { dateIn } from '#platform/time.ts'
import type { PaymentEvent } from '#ports/payments/payments.ts'
import { addClip, beginClip } from '../support/clips.ts'
import { signedInCoach } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { own, plainPhoto } from '../support/media.ts'
import { goodCard } from '../support/now.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'
import { ask as askAt, listen } from '../support/talks.ts'

/** Video reviews: bought from the profile, answered in time or refunded (decision 0137). */

const PRICE = 4_500
const OFFER = { priceCents: PRICE, promisedHours: 48, isSold: true }

const product = testProduct()
const { query } = product
type Person = Awaited<ReturnType<typeof product.student>>
let maya: Person
let sam: Person
let admin: Visitor

beforeEach(async () => {
  product.clock.moveTo(testNow)
  admin ??= await product.admin()
  maya ??= await signedInCoach(product)
  sam = await product.student('Sam Rivera')
  await maya.put('/api/own-video-review', OFFER)
})

const wish = (more: object = {}) => ({
  instructorId: maya.userId,
  expectedPriceCents: PRICE,
  expectedHours: 48,
  ...more,
})

async function mayListen(who: Visitor, clipId: string): Promise<boolean> {
  const line = await listen(product, who, [`clip:${clipId}`])
  await line.close()
  return line.status === 200
}

const sessionOf = (url: string) => String(url).split('/').at(-1)

async function buy(student: Visitor = sam, more: object = {}): Promise<string> {
  const bought = await student.post('/api/video-reviews', wish(more))
  if (bought.status !== 201) throw new Error(`not bought: ${bought.text}`)
  await student.post(`/api/test-checkouts/${sessionOf(bought.json.checkoutUrl)}/payments`, goodCard)
  await product.hearPayments()
  return String(bought.json.videoReviewId)
}

/** Writes a clip of a review directly: uploads have tests of their own. */
async function putClip(videoReviewId: string) {
  await query(
    `insert into clips (instructor_id, student_id, golfer_id, review_id, uploader_id, kind, title, storage_key, files, byte_size, width, height)
     select instructor_id, student_id, golfer_id, id, student_id, 'image', 'Driver', 'clips/' || gen_random_uuid(), '[]', 1, 1, 1
     from video_reviews where id = $1`,
    [videoReviewId],
  )
}

async function ask(student: Visitor = sam, more: object = {}): Promise<string> {
  const videoReviewId = await buy(student, more)
  await putClip(videoReviewId)
  const sent = await student.post(`/api/video-reviews/${videoReviewId}/question`, {
    question: 'Why do I slice?',
  })
  if (sent.status !== 200) throw new Error(`not sent: ${sent.text}`)
  return videoReviewId
}

const answer = (videoReviewId: string, coach: Visitor = maya) =>
  coach.post(`/api/video-reviews/${videoReviewId}/answer`, { answer: 'Your grip is weak. Turn both hands.' })

const statusOf = async (videoReviewId: string, viewer: Visitor = sam) =>
  (await viewer.get(`/api/video-reviews/${videoReviewId}`)).json.status

const paymentOf = async (videoReviewId: string) =>
  String((await query('select payment_id as id from video_reviews where id = $1', [videoReviewId]))[0]?.id)

/** What is in the books of a review, without accounts that are even. */
async function books(videoReviewId: string) {
  const rows = await query(
    `select l.account, sum(l.amount_cents)::int as cents from ledger_transactions t
     join ledger_lines l on l.transaction_id = t.id where t.payment_id = $1 group by 1 having sum(l.amount_cents) <> 0`,
    [await paymentOf(videoReviewId)],
  )
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}

const refundsOf = async (videoReviewId: string) =>
  await query('select amount_cents, reason from payment_refunds where payment_id = $1', [
    await paymentOf(videoReviewId),
  ])

async function arriveRefunds(videoReviewId: string) {
  await sendRefunds(product.services, { paymentId: await paymentOf(videoReviewId) })
  await product.hearPayments()
  await product.sendMessages()
}

const subjectsTo = async (person: Person) => {
  await product.sendMessages()
  return (await lettersTo(product.database.pool, person.email)).map(({ subject }) => subject)
}

describe('buying a review', () => {
  test('shows the price and promise on the profile, only while it is sold and the coach is listed', async () => {
    const offer = () => sam.get(`/api/coaches/${maya.userId}/video-review`)
    expect((await offer()).json).toEqual({ priceCents: PRICE, promisedHours: 48 })
    await maya.put('/api/own-video-review', { ...OFFER, isSold: false })
    expect((await offer()).json).toBeNull()
    expect((await sam.post('/api/video-reviews', wish())).json.code).toBe('not_sold')
    await maya.put('/api/own-video-review', OFFER)
    await query('update instructor_profiles set is_visible = false where user_id = $1', [maya.userId])
    expect((await offer()).json).toBeNull()
    await query('update instructor_profiles set is_visible = true where user_id = $1', [maya.userId])
  })

  test('is not changed from an outdated window, and the same change again is no conflict', async () => {
    const change = { ...OFFER, priceCents: 5_500, basedOn: OFFER }
    expect((await maya.put('/api/own-video-review', change)).status).toBe(200)
    expect((await maya.put('/api/own-video-review', change)).status).toBe(200)
    const late = await maya.put('/api/own-video-review', { ...OFFER, promisedHours: 24, basedOn: OFFER })
    expect([late.status, late.json.code]).toEqual([409, 'changed_elsewhere'])
    const unseen = await maya.put('/api/own-video-review', { ...OFFER, basedOn: null })
    expect(unseen.json.code).toBe('changed_elsewhere')
    expect((await maya.get('/api/own-video-review')).json).toMatchObject({
      priceCents: 5_500,
      promisedHours: 48,
    })
  })

  test('is refused at another price than the student saw, and of oneself', async () => {
    const changed = await sam.post('/api/video-reviews', wish({ expectedPriceCents: 100 }))
    expect([changed.status, changed.json.code]).toEqual([409, 'offer_changed'])
    expect((await sam.post('/api/video-reviews', wish({ expectedHours: 24 }))).json.code).toBe(
      'offer_changed',
    )
    expect((await maya.post('/api/video-reviews', wish())).status).toBe(403)
  })

  test('for a golfer keeps the golfer until the review is answered, and the name afterward', async () => {
    const mia = (await sam.post('/api/me/golfers', { name: 'Mia', relation: 'adult' })).json.id
    const remove = () => sam.send('DELETE', `/api/me/golfers/${mia}`)
    const atCheckout = await sam.post('/api/video-reviews', wish({ golferId: mia }))
    expect(atCheckout.status, atCheckout.text).toBe(201)
    expect((await remove()).json.code).toBe('golfer_has_reviews')
    const videoReviewId = await ask(sam, { golferId: mia })
    const refused = await remove()
    expect([refused.status, refused.json.code]).toEqual([409, 'golfer_has_reviews'])
    expect(refused.json.message).toBe(
      'Mia has a video review that is not answered yet. Remove Mia afterward.',
    )
    const review = async () => (await maya.get(`/api/video-reviews/${videoReviewId}`)).json
    expect((await review()).clips).toHaveLength(1)
    expect((await answer(videoReviewId)).status).toBe(200)
    expect((await remove()).status).toBe(200)
    expect(await review()).toMatchObject({ golfer: 'Mia', answer: expect.stringContaining('grip') })
    expect((await sam.get('/api/me/golfers')).json.golfers).toEqual([])
    expect((await sam.post('/api/video-reviews', wish({ golferId: mia }))).status).toBe(404)
  })

  test('and removing its golfer at the same time never leaves a review of a removed golfer', async () => {
    const mia = (await sam.post('/api/me/golfers', { name: 'Mia', relation: 'adult' })).json.id
    const [removed, bought] = await Promise.all([
      sam.send('DELETE', `/api/me/golfers/${mia}`),
      sam.post('/api/video-reviews', wish({ golferId: mia })),
    ])
    expect([removed.status === 200, bought.status === 201].toSorted()).toEqual([false, true])
  })

  test('twice while the checkout is open is one checkout', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => sam.post('/api/video-reviews', wish())))
    expect(new Set(all.map(({ json }) => json.videoReviewId)).size, all[0]?.text).toBe(1)
    expect(new Set(all.map(({ json }) => json.checkoutUrl)).size).toBe(1)
  })

  test('holds the money for the coach and asks the student for the videos', async () => {
    const videoReviewId = await buy()
    expect(await statusOf(videoReviewId)).toBe('paid')
    expect(await books(videoReviewId)).toEqual({
      processor_cash: PRICE,
      coach_held: -4_050,
      platform_fee: -450,
    })
    expect(await subjectsTo(sam)).toContain('Send your swing to Coach Maya')
    expect((await maya.get('/api/coach/held-money')).json.lessons).toContainEqual(
      expect.objectContaining({
        title: 'Video Review',
        soldAs: 'video_review',
        studentName: 'Sam Rivera',
        cents: 4_050,
      }),
    )
    const year = dateIn(product.clock.now(), 'America/New_York').slice(0, 4)
    const file = await maya.get(`/api/coach/statement.csv?year=${year}`)
    expect(file.text).toContain('Video review paid,,Video Review')
  })

  test('makes its golfer a student of the coach, who may write first', async () => {
    const vera = await signedInCoach(product, 'Vera Field')
    await vera.put('/api/own-video-review', OFFER)
    const lee = await product.student('Lee Marsh')
    const atCheckout = await lee.post('/api/video-reviews', wish({ instructorId: vera.userId }))
    expect(atCheckout.status, atCheckout.text).toBe(201)
    await buy(sam, { instructorId: vera.userId })
    expect((await vera.get('/api/coach/students')).json.rows).toMatchObject([
      { studentId: sam.userId, lessonsHad: 0, spentCents: PRICE },
    ])
    expect((await sam.get('/api/me/coaches')).text).toContain(vera.userId)
    expect((await vera.get('/api/coach/proposal-students')).json).toMatchObject([{ id: sam.userId }])
    expect((await vera.get('/api/message-recipients')).json.recipients).toMatchObject([
      { userId: sam.userId },
    ])
    const write = (studentId: string) =>
      vera.post('/api/conversations', { studentId, clientId: randomUUID(), content: 'Film it from behind.' })
    expect((await write(lee.userId)).status, 'did not pay').toBe(404)
    expect((await write(sam.userId)).status).toBe(201)
    const access = await vera.put(`/api/coach/students/${sam.userId}/calendar-access`, { mayBook: true })
    expect(access.status, access.text).toBe(200)
  })

  test('whose checkout ends without a payment is not open, and is paid late all the same', async () => {
    const bought = await sam.post('/api/video-reviews', wish())
    const { videoReviewId } = bought.json
    product.clock.advance(HOUR)
    await processDueReviews(product.services)
    expect(await statusOf(videoReviewId)).toBe('unpaid')
    expect(await subjectsTo(sam)).not.toContain('Send your swing to Coach Maya')
    const [order] = await query(
      'select o.id, o.stripe_session_id as session from orders o join payments p on p.order_id = o.id where p.id = $1',
      [await paymentOf(videoReviewId)],
    )
    const paid = await applyPaymentEvent(product.services, {
      id: `evt_${randomUUID()}`,
      createdAt: product.clock.now(),
      type: 'checkout_paid',
      sessionId: String(order?.session),
      orderId: String(order?.id),
      amountCents: PRICE,
      currency: 'usd',
      paymentIntentId: `pi_${randomUUID()}`,
    })
    expect(paid).toBe('reclaimed')
    expect(await statusOf(videoReviewId)).toBe('paid')
  })
})

describe('sending the videos', () => {
  test('needs a video, and starts the promised time', async () => {
    const videoReviewId = await buy()
    const send = () =>
      sam.post(`/api/video-reviews/${videoReviewId}/question`, { question: 'Why do I slice?' })
    expect((await send()).json.code).toBe('no_videos')
    await putClip(videoReviewId)
    product.clock.advance(3 * HOUR)
    expect((await send()).status).toBe(200)
    const seen = (await maya.get(`/api/video-reviews/${videoReviewId}`)).json
    expect(Date.parse(seen.dueAt) - product.clock.now()).toBe(48 * HOUR)
    expect(seen).toMatchObject({ as: 'coach', question: 'Why do I slice?', clips: [{ title: 'Driver' }] })
    // The page of the video leads back to the review.
    expect((await maya.get(`/api/clips/${seen.clips[0].id}`)).json.videoReviewId).toBe(videoReviewId)
    expect((await maya.get('/api/video-reviews')).json.waiting).toBeGreaterThan(0)
    expect(await subjectsTo(maya)).toContain('Sam Rivera sent a swing to review')
    product.clock.advance(HOUR)
    expect((await send()).status, 'again').toBe(200)
    expect((await maya.get(`/api/video-reviews/${videoReviewId}`)).json.dueAt).toBe(seen.dueAt)
  })

  test('uploads clips without a lesson together, at most five, and only its student', async () => {
    const videoReviewId = await buy()
    const pair = { instructorId: maya.userId, studentId: sam.userId, golferId: null }
    expect((await beginClip(sam, pair, 10)).status, 'without a review').toBe(404)
    const ofReview = { ...pair, videoReviewId }
    expect((await beginClip(maya, ofReview, 10)).status, 'the coach').toBe(404)
    const other = await product.student('Olive Other')
    expect((await beginClip(other, { ...ofReview, studentId: other.userId } as never, 10)).status).toBe(404)
    const added = await addClip(product, sam, ofReview, own(await plainPhoto()))
    expect(added.status, added.text).toBe(200)
    expect((await sam.get(`/api/video-reviews/${videoReviewId}`)).json.clips).toHaveLength(1)
    for (let n = 0; n < 4; n++) await putClip(videoReviewId)
    expect((await beginClip(sam, ofReview, 10)).json.code).toBe('too_many_of_review')
    await sam.post(`/api/video-reviews/${videoReviewId}/question`, { question: 'Why?' })
    expect((await beginClip(sam, ofReview, 10)).status, 'after it was sent').toBe(404)
    // The coach draws on it as on every clip.
    const clipId = added.json.clipId
    const line = {
      shape: 'line',
      points: [
        { x: 0, y: 0 },
        { x: 1, y: 1 },
      ],
      color: 'red',
    }
    expect((await maya.put(`/api/clips/${clipId}/drawings/${randomUUID()}`, { drawing: line })).status).toBe(
      200,
    )
    expect((await other.get(`/api/clips/${clipId}`)).status).toBe(404)
  })

  test('shows them to the coach, who has not seen them before', async () => {
    const videoReviewId = await buy()
    const pair = { instructorId: maya.userId, studentId: sam.userId, golferId: null }
    const added = await addClip(product, sam, { ...pair, videoReviewId } as never, own(await plainPhoto()))
    const { clipId } = added.json
    const [file] = (await sam.get(`/api/clips/${clipId}`)).json.files
    const seenBy = async (who: Visitor) => [
      (await who.get(`/api/video-reviews/${videoReviewId}`)).json.clips.length,
      (
        await who.get(
          `/api/clips?${new URLSearchParams({ instructorId: maya.userId, studentId: sam.userId })}`,
        )
      ).json.clips.length,
      (await who.get(`/api/clips/${clipId}`)).status,
      (await askAt(product, who, file.url)).status,
      await mayListen(who, clipId),
    ]
    expect(await seenBy(sam)).toEqual([1, 1, 200, 200, true])
    expect(await seenBy(maya)).toEqual([0, 0, 404, 404, false])
    await sam.post(`/api/video-reviews/${videoReviewId}/question`, { question: 'Why?' })
    expect(await seenBy(maya)).toEqual([1, 1, 200, 200, true])
  })

  test('at the same time as an upload ends shows the coach every video that was added', async () => {
    const videoReviewId = await buy()
    await putClip(videoReviewId)
    await Promise.all([
      putClip(videoReviewId),
      sam.post(`/api/video-reviews/${videoReviewId}/question`, { question: 'Why?' }),
    ])
    expect((await maya.get(`/api/video-reviews/${videoReviewId}`)).json.clips).toHaveLength(2)
  })

  test('that were not sent stay the student’s own when the review is canceled', async () => {
    const videoReviewId = await buy()
    await putClip(videoReviewId)
    await sam.post(`/api/video-reviews/${videoReviewId}/cancellation`, {})
    const review = async (who: Visitor) => (await who.get(`/api/video-reviews/${videoReviewId}`)).json
    expect(await review(sam)).toMatchObject({ status: 'refunded', clips: [{ title: 'Driver' }] })
    expect(await review(maya)).toMatchObject({ status: 'refunded', clips: [] })
  })

  test('of a child needs the consent of the parent', async () => {
    await sam.post('/api/me/golfers', { name: 'Mia', relation: 'child', yearOfBirth: 2015 })
    const [mia] = await query('select id from golfers where account_id = $1', [sam.userId])
    const refused = await sam.post('/api/video-reviews', wish({ golferId: mia?.id }))
    expect([refused.status, refused.json.code]).toEqual([409, 'clips_not_allowed'])
    await query('update golfers set clips_allowed_at = current_instant() where id = $1', [mia?.id])
    const videoReviewId = await buy(sam, { golferId: mia?.id })
    await putClip(videoReviewId)
    await query('update golfers set clips_allowed_at = null where id = $1', [mia?.id])
    const send = () => sam.post(`/api/video-reviews/${videoReviewId}/question`, { question: 'Why?' })
    expect((await send()).json.code).toBe('clips_not_allowed')
    await query('update golfers set clips_allowed_at = current_instant() where id = $1', [mia?.id])
    expect((await send()).status).toBe(200)
    await query('update golfers set clips_allowed_at = null where id = $1', [mia?.id])
    expect((await maya.get(`/api/video-reviews/${videoReviewId}`)).json).toMatchObject({
      clips: [],
      mayShare: false,
    })
    const other = await product.student('Olive Other')
    expect((await other.post('/api/video-reviews', wish({ golferId: mia?.id }))).status, 'of others').toBe(
      404,
    )
  })
})

describe('an answer', () => {
  test('in time earns the money, which is paid out a day later', async () => {
    await maya.post('/api/coach/payout-account')
    const videoReviewId = await ask()
    product.clock.advance(48 * HOUR - 1_000)
    expect((await answer(videoReviewId)).status).toBe(200)
    expect((await sam.get(`/api/video-reviews/${videoReviewId}`)).json).toMatchObject({
      status: 'answered',
      answer: 'Your grip is weak. Turn both hands.',
    })
    expect(await subjectsTo(sam)).toContain('Coach Maya reviewed your swing')
    product.clock.advance(10 * DAY)
    await processDueReviews(product.services)
    await releaseDuePayouts(product.services)
    expect(await books(videoReviewId)).toEqual({ processor_cash: 450, platform_fee: -450 })
    expect((await maya.get('/api/coach/payouts?isSent=true')).json.payouts).toContainEqual(
      expect.objectContaining({ title: 'Video Review', bookingId: null, amountCents: 4_050, status: 'sent' }),
    )
    expect(
      (await subjectsTo(maya)).filter((one) => one === '$40.50 is on its way to you').length,
    ).toBeGreaterThan(0)
    const year = dateIn(product.clock.now(), 'America/New_York').slice(0, 4)
    const { lines } = (await maya.get(`/api/coach/statement-lines?year=${year}`)).json
    expect(lines).toContainEqual(
      expect.objectContaining({ kind: 'released', title: 'Video Review', bookingId: null }),
    )
  })

  test('is refused at the moment when it is due', async () => {
    const videoReviewId = await ask()
    const [paid] = await query(`select id from ledger_transactions where payment_id = $1 and kind = 'paid'`, [
      await paymentOf(videoReviewId),
    ])
    const year = dateIn(product.clock.now(), 'America/New_York').slice(0, 4)
    const onStatement = async () =>
      (await maya.get(`/api/coach/statement-lines?year=${year}`)).json.lines.find(
        ({ id }: { id: string }) => id === paid?.id,
      )?.next.what
    expect(await onStatement()).toBe('answer')
    product.clock.advance(48 * HOUR)
    expect((await answer(videoReviewId)).json.code).toBe('too_late')
    expect(await refundsOf(videoReviewId)).toEqual([])
    await processDueReviews(product.services)
    expect(await statusOf(videoReviewId)).toBe('refunded')
    expect(await onStatement()).toBe('nothing')
    expect((await answer(videoReviewId)).json.code).toBe('not_open')
  })

  test('is only the coach’s', async () => {
    const videoReviewId = await ask()
    const other = await signedInCoach(product, 'Nora Stone')
    expect((await answer(videoReviewId, other)).status).toBe(404)
    expect((await other.get(`/api/video-reviews/${videoReviewId}`)).status).toBe(404)
    expect((await answer(videoReviewId, sam)).status).toBe(403)
  })

  test('that a later refund takes back leaves nothing in the books', async () => {
    await maya.post('/api/coach/payout-account')
    const videoReviewId = await ask()
    await answer(videoReviewId)
    product.clock.advance(2 * DAY)
    await releaseDuePayouts(product.services)
    const { lockReview } = await import('#features/video-reviews/locked-review.ts')
    const { startRefund } = await import('#features/checkout/refunds.ts')
    await product.services.db.transaction(async (tx) => {
      const locked = await lockReview(tx, videoReviewId)
      if (!locked) throw new Error('no review')
      await startRefund(product.services, tx, locked.line, {
        key: 'by-support',
        amountCents: PRICE,
        reason: 'support',
      })
    })
    await releaseDuePayouts(product.services)
    await arriveRefunds(videoReviewId)
    expect(await books(videoReviewId)).toEqual({})
    expect(await statusOf(videoReviewId)).toBe('answered')
    expect(await subjectsTo(maya)).toContain('$40.50 is taken back from your payout account')
    expect(await subjectsTo(sam)).toContain('Your refund of $45 is on its way')
  })
})

describe('a review that is not answered', () => {
  test('is refunded once, in full, with a letter to each', async () => {
    const terry = await product.student('Terry Late')
    const videoReviewId = await ask(terry)
    product.clock.advance(41 * HOUR)
    await processDueReviews(product.services)
    await processDueReviews(product.services)
    const reminders = (await subjectsTo(maya)).filter(
      (one) => one === 'Terry Late waits for your video review',
    )
    expect(reminders).toHaveLength(1)
    product.clock.advance(7 * HOUR)
    await Promise.all([1, 2, 3].map(() => refundOverdue(product.services, videoReviewId)))
    await processDueReviews(product.services)
    expect(await refundsOf(videoReviewId)).toEqual([{ amount_cents: PRICE, reason: 'coach' }])
    await arriveRefunds(videoReviewId)
    expect(await books(videoReviewId)).toEqual({})
    const letters = await subjectsTo(terry)
    expect(letters.filter((one) => /refund/i.test(one ?? ''))).toEqual([
      'Your video review by Coach Maya is refunded',
    ])
    expect((await terry.get(`/api/video-reviews/${videoReviewId}`)).json).toMatchObject({
      status: 'refunded',
      endReason: 'overdue',
      refundedCents: PRICE,
    })
  })

  test('answered and due in the same moment: one of both wins, in every round', async () => {
    for (let round = 0; round < 12; round++) {
      const videoReviewId = await ask(await product.student('Riley Round'))
      const dueAt = product.services.clock.now() + 48 * HOUR
      // Two machines whose clocks lie on different sides of the limit, so that both may act.
      const at = (time: number) => ({
        ...product.services,
        clock: { ...product.services.clock, now: () => time },
      })
      const [answered, isRefunded] = await Promise.allSettled([
        answerReview(at(dueAt - 1), maya, { videoReviewId, answer: 'Turn your hands to the right.' }),
        refundOverdue(at(dueAt), videoReviewId),
      ])
      const didAnswer = answered.status === 'fulfilled'
      expect(isRefunded).toEqual({ status: 'fulfilled', value: !didAnswer })
      const [end] = await query(
        `select v.status, (select count(*)::int from payment_refunds r where r.payment_id = v.payment_id) as refunds,
           (select count(*)::int from payouts o where o.payment_id = v.payment_id) as shares
         from video_reviews v where id = $1`,
        [videoReviewId],
      )
      expect(end).toEqual(
        didAnswer
          ? { status: 'answered', refunds: 0, shares: 1 }
          : { status: 'refunded', refunds: 1, shares: 0 },
      )
    }
  })

  test('is declined with a reason, canceled before it is sent, or never sent', async () => {
    const declined = await ask()
    const refuse = (reason: string) => maya.post(`/api/video-reviews/${declined}/refusal`, { reason })
    expect((await refuse('')).status).toBe(400)
    expect((await refuse('The camera is too close.')).status).toBe(200)
    expect((await sam.get(`/api/video-reviews/${declined}`)).json.endMessage).toBe('The camera is too close.')
    const canceled = await buy()
    expect((await sam.post(`/api/video-reviews/${canceled}/cancellation`, {})).status).toBe(200)
    expect((await sam.post(`/api/video-reviews/${canceled}/cancellation`, {})).json.code).toBe('not_open')
    const sent = await ask()
    expect((await sam.post(`/api/video-reviews/${sent}/cancellation`, {})).json.code).toBe('not_open')
    const forgotten = await buy()
    product.clock.advance(30 * DAY)
    await processDueReviews(product.services)
    for (const videoReviewId of [declined, canceled, forgotten]) {
      await arriveRefunds(videoReviewId)
      const [ended] = await query('select status from video_reviews where id = $1', [videoReviewId])
      expect(ended?.status).toBe('refunded')
      expect(await books(videoReviewId)).toEqual({})
    }
  })
})

describe('accounts', () => {
  test('are announced to the webhooks of both people', async () => {
    const events = ['paid', 'asked', 'answered', 'refunded'].map((what) => `video_review.${what}`)
    const hook = await sam.post('/api/me/webhooks', { url: 'https://programs.example/hook', events })
    expect(hook.status, hook.text).toBe(201)
    const videoReviewId = await ask()
    await answer(videoReviewId)
    const declined = await buy()
    await maya.post(`/api/video-reviews/${declined}/refusal`, { reason: 'The camera is too close.' })
    const sent = await query(
      'select event, body from webhook_deliveries where endpoint_id = $1 order by created_at, id',
      [hook.json.endpoint.id],
    )
    const told = sent.map(({ event, body }) => [event, JSON.parse(String(body)).data.videoReviewId])
    expect(told.toSorted()).toEqual(
      [
        ['video_review.paid', videoReviewId],
        ['video_review.asked', videoReviewId],
        ['video_review.answered', videoReviewId],
        ['video_review.paid', declined],
        ['video_review.refunded', declined],
      ].toSorted(),
    )
  })

  test('are refunded in full by support, also after the answer', async () => {
    const waiting = await ask()
    const answered = await ask()
    await answer(answered)
    const act = await admin.post('/api/admin/lists/video-reviews/acts/refund', {
      ids: [waiting, answered],
      shown: 2,
      reason: 'The video was of somebody else.',
    })
    expect(act.status, act.text).toBe(200)
    for (const videoReviewId of [waiting, answered]) {
      await arriveRefunds(videoReviewId)
      expect(await books(videoReviewId)).toEqual({})
    }
    expect([await statusOf(waiting), await statusOf(answered)]).toEqual(['refunded', 'answered'])
    expect(await subjectsTo(sam)).toEqual(expect.arrayContaining([expect.stringMatching(/refund/i)]))
  })

  test('are not refunded by support while the student’s bank decides about them', async () => {
    const questioned = await ask()
    const answered = await ask()
    await answer(answered)
    const other = await ask()
    const held = await books(answered)
    const hearBank = async (videoReviewId: string, more: object) => {
      const [order] = await query(
        `select o.stripe_payment_intent_id as intent from orders o join payments p on p.order_id = o.id where p.id = $1`,
        [await paymentOf(videoReviewId)],
      )
      return await applyPaymentEvent(product.services, {
        id: `evt_${randomUUID()}`,
        createdAt: product.clock.now(),
        type: 'disputed',
        paymentIntentId: String(order?.intent),
        disputeId: `dp_${videoReviewId}`,
        reason: 'fraudulent',
        amountCents: PRICE,
        ...more,
      } as PaymentEvent)
    }
    for (const videoReviewId of [questioned, answered])
      expect(await hearBank(videoReviewId, {})).toBe('disputed')
    const refund = async (ids: string[]) =>
      await admin.post('/api/admin/lists/video-reviews/acts/refund', {
        ids,
        shown: ids.length,
        reason: 'Sam asked for it.',
      })
    const act = await refund([questioned, answered, other])
    expect(act.status, act.text).toBe(200)
    expect(act.json.changed).toEqual([other])
    expect([await statusOf(questioned), await statusOf(answered)]).toEqual(['asked', 'answered'])
    expect(await refundsOf(questioned)).toEqual([])
    expect(await refundsOf(answered)).toEqual([])
    expect(await books(answered), 'the share stays').toEqual(held)
    await hearBank(answered, { type: 'dispute_closed', won: true })
    expect((await refund([answered])).json.changed).toEqual([answered])
  })

  test('that are suspended refund what is open', async () => {
    const coach = await signedInCoach(product, 'Nora Stone')
    await coach.put('/api/own-video-review', OFFER)
    const videoReviewId = await ask(sam, { instructorId: coach.userId })
    const answered = await ask(await product.student('Terry Done'), { instructorId: coach.userId })
    expect((await answer(answered, coach)).status).toBe(200)
    const promises = async () => (await admin.get(`/api/admin/users/${coach.userId}/promises`)).json
    expect(await promises()).toMatchObject({ videoReviews: { count: 1, cents: PRICE }, heldCents: 4_050 })
    expect((await admin.get(`/api/admin/users/${sam.userId}/promises`)).json).toMatchObject({
      videoReviews: { count: 1, cents: PRICE },
      heldCents: 0,
    })
    const suspended = await admin.post('/api/admin/lists/users/acts/suspend', {
      ids: [coach.userId],
      shown: 1,
      reason: 'Fake certificate.',
    })
    expect(suspended.status, suspended.text).toBe(200)
    await arriveRefunds(videoReviewId)
    expect(await books(videoReviewId)).toEqual({})
    expect((await sam.get(`/api/video-reviews/${videoReviewId}`)).json).toMatchObject({
      status: 'refunded',
      endReason: 'closed',
    })
    expect(await promises()).toMatchObject({ videoReviews: { count: 0, cents: 0 }, heldCents: 4_050 })
  })

  test('of a student who is suspended are refunded, and the student is told by email', async () => {
    const videoReviewId = await ask()
    const suspended = await admin.post('/api/admin/lists/users/acts/suspend', {
      ids: [sam.userId],
      shown: 1,
      reason: 'Fraud suspected.',
    })
    expect(suspended.status, suspended.text).toBe(200)
    await arriveRefunds(videoReviewId)
    expect(await books(videoReviewId)).toEqual({})
    const letters = await lettersTo(product.database.pool, sam.email)
    expect(letters.map(({ subject }) => subject)).toContain('Your video review by Coach Maya is refunded')
    expect(letters.find(({ subject }) => subject === 'Your account is suspended')?.text).toContain(
      'Video reviews that were not answered are refunded in full.',
    )
  })

  test('are listed to the last one, however many they are', async () => {
    await answer(await ask())
    await buy()
    const toAnswer = await ask()
    const notSent = await buy()
    await query(`update video_reviews set created_at = created_at - interval '20 days' where id = $1`, [
      notSent,
    ])
    const list = async (who: Visitor, most: string) =>
      (await who.get(`/api/video-reviews${most}`)).json as {
        reviews: { id: string }[]
        total: number
      }
    const first = await list(sam, '?most=2')
    expect(first).toMatchObject({ total: 4, toSend: 2, waiting: 1 })
    expect(first.reviews.map(({ id }) => id)).toEqual([toAnswer, expect.any(String)])
    const all = await list(sam, '?most=4')
    expect(all.reviews).toHaveLength(4)
    expect(all.reviews.at(-1)?.id).toBe(notSent)
    expect(await list(sam, '')).toEqual(all)
    const queue = await list(maya, '?most=1')
    expect(queue.reviews).toHaveLength(1)
    expect(queue.total).toBeGreaterThanOrEqual(4)
  })

  test('appear in the back office and in one’s own data', async () => {
    const videoReviewId = await ask()
    const { rows } = (await admin.get(`/api/admin/lists/video-reviews?q=${videoReviewId}`)).json
    expect(rows).toMatchObject([{ cells: { student: 'Sam Rivera', coach: 'Maya Bennett', status: 'asked' } }])
    const mine = await product.services.ownData.export(product.services.db, sam.userId)
    expect(mine.video_reviews).toContainEqual(
      expect.objectContaining({ id: videoReviewId, question: 'Why do I slice?' }),
    )
  })
})
