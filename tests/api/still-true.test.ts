import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { messageKinds } from '#app/message-kinds.ts'
import { expireHold } from '#features/checkout/hold-expiry.ts'
import { checkBeforeSending } from '#features/notifications/check-before-sending.ts'
import { deliverEmail } from '#features/notifications/delivery.ts'
import { sendTemplatedEmail } from '#features/notifications/jobs.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import type { MessageFacts, NotificationChannel } from '#platform/message-kind.ts'
import { dateIn } from '#platform/time.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testProduct } from '../support/product.ts'
import { acceptAndPay, fiveLessons, propose } from '../support/proposals.ts'
import { beginTalk } from '../support/talks.ts'

const product = testProduct()
const morning = Date.parse(charlotteTime(0, 10))
let coach: Awaited<ReturnType<typeof signedInCoach>>
let student: Awaited<ReturnType<typeof product.student>>
let day = 4
beforeAll(async () => {
  product.clock.moveTo(morning)
  coach = await signedInCoach(product)
  student = await product.student()
})

const { query } = product

/** A message, and what makes it untrue; without that it stays true for good. */
interface Case {
  channel?: NotificationChannel
  userId?: string
  about: MessageFacts
  becomesUntrue: (() => unknown) | null
}

async function lesson(): Promise<{ id: string; start: number; about: MessageFacts }> {
  const start = charlotteTime(day++, 10)
  const id = await bookPaid(product, student, { instructorId: coach.userId, start })
  return {
    id,
    start: Date.parse(start),
    about: { what: 'lesson', bookingId: id, changeNumber: 0, start: Date.parse(start) },
  }
}

async function taught(outcome: 'taught' | 'no_show') {
  const booked = await lesson()
  product.clock.moveTo(booked.start + 2 * HOUR)
  await query(
    `update bookings set status = 'completed', completed_at = $2, no_show = $3, lesson_completed = not $3 where id = $1`,
    [booked.id, new Date(product.clock.now()), outcome === 'no_show'],
  )
  return booked
}

const after = (instant: number) => () => product.clock.moveTo(instant)

/** One for every kind of letter and text there is. */
const cases: Record<string, () => Promise<Case>> = {
  async video_review() {
    const [sold] = await query(
      `with placed as (insert into orders (student_id) values ($2) returning id),
         paid as (insert into payments (order_id, kind, instructor_id, student_id, amount_cents)
           select id, 'video_review', $1, $2, 4500 from placed returning id)
       insert into video_reviews (payment_id, instructor_id, student_id, status, price_cents, promised_hours, checkout_expires_at,
         asked_at, due_at)
       select id, $1, $2, 'asked', 4500, 48, current_instant(), current_instant(), current_instant() + interval '2 days'
       from paid returning id`,
      [coach.userId, student.userId],
    )
    return {
      userId: coach.userId,
      about: { what: 'video_review', videoReviewId: sold?.id, news: 'asked' },
      becomesUntrue: () =>
        query(`update video_reviews set status = 'refunded', end_reason = 'overdue' where id = $1`, [
          sold?.id,
        ]),
    }
  },
  async clip() {
    const { id } = (
      await query(
        `insert into clips (instructor_id, student_id, uploader_id, kind, title, storage_key, files, byte_size, width, height)
         values ($1, $2, $1, 'image', 'Grip', 'clips/' || gen_random_uuid(), '[]', 1, 1, 1) returning id`,
        [coach.userId, student.userId],
      )
    )[0]
    return {
      userId: student.userId,
      about: { what: 'clips', clipId: id },
      becomesUntrue: () => query('delete from clips where id = $1', [id]),
    }
  },
  async your_match() {
    const [{ id }] = await query(
      `insert into quiz_responses (session_id, variant, current_step, contact_email, recommended_instructor_id)
       values (gen_random_uuid(), 'control', 'budget', 'match@golfers.test', $1) returning id`,
      [coach.userId],
    )
    const changes = () =>
      query('update quiz_responses set recommended_instructor_id = null where id = $1', [id])
    return { about: { what: 'quiz', responseId: String(id) }, becomesUntrue: changes }
  },
  async quiz_follow_up() {
    const [{ id }] = await query(
      `insert into quiz_responses (session_id, variant, current_step, contact_email)
       values (gen_random_uuid(), 'control', 'budget', 'quiz@golfers.test') returning id`,
    )
    const isTest = () => query('update quiz_responses set is_test = true where id = $1', [id])
    return { about: { what: 'quiz', responseId: String(id) }, becomesUntrue: isTest }
  },
  async lesson_booked() {
    const { about, start } = await lesson()
    return { channel: 'sms', about, becomesUntrue: after(start) }
  },
  async lesson_changed() {
    const { id, about } = await lesson()
    const again = () => query('update bookings set change_number = change_number + 1 where id = $1', [id])
    return { about, becomesUntrue: again }
  },
  async lesson_cancelled() {
    const { id, about, start } = await lesson()
    await student.post(`/api/bookings/${id}/cancellation`, {})
    return { channel: 'sms', about, becomesUntrue: after(start + 2 * HOUR) }
  },
  async lesson_in_question() {
    const { about, id } = await lesson()
    await query('update profiles set suspended_at = current_instant() where id = $1', [coach.userId])
    const lift = () =>
      query(
        'update profiles set suspended_at = null where id = (select instructor_id from bookings where id = $1)',
        [id],
      )
    return { userId: student.userId, about, becomesUntrue: lift }
  },
  async clinic_cancelled() {
    const [clinic] = await query(
      `insert into clinics (instructor_id, title, description, location_name, time_zone, price_cents, seats, minimum, status,
         cancelled_at, cancelled_because)
       values ($1, 'Short game', '', 'Riverside Club', 'America/New_York', 5000, 8, 1, 'cancelled', current_instant(), 'coach')
       returning id`,
      [coach.userId],
    )
    const restored = () =>
      query(
        "update clinics set status = 'draft', cancelled_at = null, cancelled_because = null where id = $1",
        [clinic?.id],
      )
    return { about: { what: 'clinic', clinicId: String(clinic?.id) }, becomesUntrue: restored }
  },
  async freed_time() {
    const { id, start } = await lesson()
    const waiting = await product.student('Ana Ortiz')
    const date = new Date(start).toISOString().slice(0, 10)
    await waiting.post('/api/cancellation-list', {
      instructorId: coach.userId,
      from: date,
      to: date,
      durationMinutes: 60,
    })
    await student.post(`/api/bookings/${id}/cancellation`, {})
    const [time] = await query('select id from freed_times where booking_id = $1', [id])
    return {
      userId: waiting.userId,
      about: { what: 'freed_time', freedTimeId: String(time?.id), news: 'offered' },
      becomesUntrue: after(product.clock.now() + 3 * HOUR),
    }
  },
  async hold_expired() {
    const start = charlotteTime(day++, 10)
    const held = await student.post('/api/bookings', {
      instructorId: coach.userId,
      start,
      durationMinutes: 60,
    })
    const id = held.json.bookingId
    product.clock.advance(16 * 60_000)
    expect(await expireHold(product.services, id)).toBe('freed')
    expect(
      await query(`select from pgboss.job where data ->> 'key' = 'booking-expired-student:' || $1`, [id]),
    ).toHaveLength(1)
    return {
      about: { what: 'lesson', bookingId: id, changeNumber: 0, start: Date.parse(start) },
      becomesUntrue: async () => {
        product.clock.advance(60_000)
        await lesson()
      },
    }
  },
  async refund() {
    const { about, start } = await lesson()
    return { channel: 'push', about, becomesUntrue: after(start + 31 * DAY) }
  },
  async rain_check() {
    const { id, about } = await lesson()
    await query('update bookings set weather_since = current_instant() where id = $1', [id])
    return { about, becomesUntrue: () => student.post(`/api/bookings/${id}/cancellation`, {}) }
  },
  async rain_forecast() {
    const { id, start } = await lesson()
    await query(
      `insert into rain_checks (booking_id, lesson_start, instructor_id, student_id, chance_of_rain, is_thunder, wind_mph)
       values ($1, $2, $3, $4, 80, false, 5)`,
      [id, new Date(start), coach.userId, student.userId],
    )
    return {
      userId: coach.userId,
      about: { what: 'rain', coachId: coach.userId, date: dateIn(start, 'America/New_York') },
      becomesUntrue: () => student.post(`/api/bookings/${id}/cancellation`, {}),
    }
  },
  async lesson_reminder() {
    const { id, about } = await lesson()
    return { about, becomesUntrue: () => student.post(`/api/bookings/${id}/cancellation`, {}) }
  },
  async tomorrows_lessons() {
    const { id, start } = await lesson()
    const date = dateIn(start, 'America/New_York')
    product.clock.moveTo(start - DAY)
    return {
      about: { what: 'day', coachId: coach.userId, date },
      becomesUntrue: () => student.post(`/api/bookings/${id}/cancellation`, {}),
    }
  },
  async no_show() {
    const { about, start } = await taught('no_show')
    return { about, becomesUntrue: after(start + 16 * DAY) }
  },
  async review_request() {
    const { id, about } = await taught('taught')
    const review = () =>
      query(
        'insert into lesson_reviews (booking_id, instructor_id, student_id, rating) values ($1, $2, $3, 5)',
        [id, coach.userId, student.userId],
      )
    return { about, becomesUntrue: review }
  },
  async review_received() {
    const { id } = await taught('taught')
    await query(
      'insert into lesson_reviews (booking_id, instructor_id, student_id, rating, published_at) values ($1, $2, $3, 5, $4)',
      [id, coach.userId, student.userId, new Date(product.clock.now())],
    )
    return {
      userId: coach.userId,
      about: { what: 'review', bookingId: id },
      becomesUntrue: () => query('delete from lesson_reviews where booking_id = $1', [id]),
    }
  },
  async profile_request() {
    const [review] = await query(
      `insert into imported_reviews (instructor_id, author, rating, body, source, status, answered_at)
       values ($1, 'Denise G.', 4, 'Good', 'Newsletter', 'approved', $2) returning id`,
      [coach.userId, new Date(product.clock.now())],
    )
    return {
      userId: coach.userId,
      about: { what: 'profile_request', of: 'review', requestId: review.id, answer: 'approved' },
      becomesUntrue: () => query('delete from imported_reviews where id = $1', [review.id]),
    }
  },
  async lesson_to_pay() {
    const start = charlotteTime(day++, 10)
    const held = await student.post('/api/bookings', {
      instructorId: coach.userId,
      start,
      durationMinutes: 60,
    })
    const id = held.json.bookingId
    return {
      about: { what: 'lesson', bookingId: id, changeNumber: 0, start: Date.parse(start) },
      becomesUntrue: () => student.send('DELETE', `/api/bookings/${id}/hold`),
    }
  },
  async dispute() {
    const { id, about, start } = await lesson()
    product.clock.moveTo(start + HOUR)
    await student.post(`/api/bookings/${id}/problem`, { reason: 'other', details: 'Something was wrong.' })
    await query(
      `insert into payment_disputes (booking_id, payment_id, student_id, instructor_id, source, dispute_reason, dispute_details,
         payment_amount, lesson_title, student_name, student_email, instructor_name, instructor_email)
       select $1, p.id, p.student_id, p.instructor_id, 'student', 'other', 'x', 1, 'x', 'x', 'x', 'x', 'x' from payments p
       where p.booking_id = $1 on conflict do nothing`,
      [id],
    )
    const settle = () =>
      query(
        `update payment_disputes set status = 'rejected', resolved_at = current_instant() where booking_id = $1`,
        [id],
      )
    return { about, becomesUntrue: settle }
  },
  async dispute_settled() {
    const { id, about, start } = await lesson()
    product.clock.moveTo(start + HOUR)
    await student.post(`/api/bookings/${id}/problems`, { reason: 'other', details: 'Something was wrong.' })
    const setStatus = (status: string) =>
      query(
        `update payment_disputes set status = $2, resolved_at = current_instant() where booking_id = $1`,
        [id, status],
      )
    await setStatus('resolved')
    return { about, becomesUntrue: () => setStatus('investigating') }
  },
  async conversation_notice() {
    const conversationId = await beginTalk(await product.student('Rude Ron'), coach.userId)
    await coach.post(`/api/conversations/${conversationId}/reports`, { reason: 'harassment' })
    const [report] = await query(
      `update message_reports set status = 'resolved', outcome = 'warned', resolved_at = current_instant()
       where conversation_id = $1 returning id`,
      [conversationId],
    )
    return {
      userId: coach.userId,
      about: { what: 'report', reportId: String(report?.id) },
      becomesUntrue: () => query('delete from message_reports where id = $1', [report?.id]),
    }
  },
  async message() {
    const conversationId = await beginTalk(student, coach.userId)
    const read = () =>
      query('update conversation_participants set last_read_position = 1 where conversation_id = $1', [
        conversationId,
      ])
    return { userId: coach.userId, about: { what: 'messages', conversationId, upTo: 1 }, becomesUntrue: read }
  },
  async workspace_news() {
    await lesson()
    const [made] = await query(
      'insert into workspaces (instructor_id, student_id) values ($1, $2) on conflict (instructor_id, student_id, golfer_id) do update set student_seen_at = null returning id',
      [coach.userId, student.userId],
    )
    const [event] = await query(
      `insert into workspace_events (workspace_id, actor_id, kind, title, at) values ($1, $2, 'note_shared', 'Lesson', $3) returning id::int`,
      [made.id, coach.userId, new Date(product.clock.now())],
    )
    return {
      about: { what: 'workspace', workspaceId: made.id, upTo: event.id },
      becomesUntrue: () => query('update workspaces set student_seen_at = current_instant()'),
    }
  },
  async coach_needed() {
    const [conversation] = await query('update conversations set needs_human = true returning id')
    const conversationId = conversation.id
    return {
      userId: coach.userId,
      about: { what: 'call', conversationId },
      becomesUntrue: () => query('update conversations set needs_human = false'),
    }
  },
  async proposal() {
    const proposalId = await propose(product, coach, student)
    return {
      about: { what: 'proposal', proposalId, version: 1, news: 'proposed' },
      becomesUntrue: () =>
        query(`update lesson_proposals set status = 'cancelled' where id = $1`, [proposalId]),
    }
  },
  async package_news() {
    const start = charlotteTime(day++, 10)
    const proposalId = await propose(product, coach, student, { ...fiveLessons, times: [start] })
    await acceptAndPay(product, student, proposalId, start)
    const [{ id: packageId }] = (await student.get('/api/packages')).json
    return { about: { what: 'package', packageId, news: 'bought' }, becomesUntrue: null }
  },
  async calendar_trouble() {
    const [calendar] = await query(
      `insert into other_calendars (instructor_id, kind, name, failure, failing_since, created_at)
       values ($1, 'google', 'Family', 'unavailable', $2, $2) returning id`,
      [coach.userId, new Date(product.clock.now() - 2 * DAY)],
    )
    return {
      userId: coach.userId,
      about: { what: 'calendar', calendarId: calendar?.id },
      becomesUntrue: () => query('delete from other_calendars where id = $1', [calendar?.id]),
    }
  },
  async calendar_reconnect() {
    const [calendar] = await query(
      `insert into other_calendars (instructor_id, kind, name) values ($1, 'google', 'Google Calendar') returning id`,
      [coach.userId],
    )
    await query(
      `insert into google_calendar_sync (instructor_id, calendar_id, account, sync_enabled) values ($1, $2, 'a@gmail.test', false)`,
      [coach.userId, calendar?.id],
    )
    return {
      userId: coach.userId,
      about: { what: 'google', calendarId: calendar?.id },
      becomesUntrue: () => query('delete from other_calendars where id = $1', [calendar?.id]),
    }
  },
  async terms_change() {
    return { about: { what: 'account' }, becomesUntrue: null }
  },
  async webhook_off() {
    const endpointId = randomUUID()
    await query(
      `insert into webhook_endpoints (id, user_id, url, events, secret, disabled_at)
       values ($1, $2, 'https://hooks.test/x', '{booking.moved}', 'sealed', current_instant())`,
      [endpointId, coach.userId],
    )
    return {
      userId: coach.userId,
      about: { what: 'webhook', endpointId },
      becomesUntrue: () =>
        query('update webhook_endpoints set disabled_at = null where id = $1', [endpointId]),
    }
  },
  async payout() {
    const { id } = await taught('taught')
    const payoutId = randomUUID()
    await query(
      `insert into payouts (id, booking_id, instructor_id, due_at, status, amount_cents, provider_account_id, provider_transfer_id, sent_at)
       values ($1::uuid, $2, $3, $4, 'sent', 7650, 'account', $1::text, $4)`,
      [payoutId, id, coach.userId, new Date(product.clock.now())],
    )
    return {
      userId: coach.userId,
      about: { what: 'payout', payoutId },
      becomesUntrue: () =>
        query('insert into payout_reversals (payout_id, amount_cents) values ($1, 7650)', [payoutId]),
    }
  },
  async payout_account() {
    await coach.post('/api/coach/payout-account')
    const set = (why: string | null) =>
      query('update payout_accounts set blocked_by = $2 where instructor_id = $1', [coach.userId, why])
    await set('review')
    return {
      userId: coach.userId,
      about: { what: 'payout_account', coachId: coach.userId, blockedBy: 'review', answerBy: null },
      becomesUntrue: () => set(null),
    }
  },
  async ticket_reply() {
    const clientId = randomUUID()
    await query(
      `with ticket as (insert into support_tickets (client_id, user_email, user_name, message) values ($1, 'a@b.test', 'A', 'x') returning id)
       insert into support_replies (client_id, ticket_id, is_staff, message) select $1, id, true, 'x' from ticket`,
      [clientId],
    )
    return {
      about: { what: 'answer', clientId },
      becomesUntrue: () => query('delete from support_replies where client_id = $1', [clientId]),
    }
  },
  async ticket_status() {
    const changedAt = product.clock.now()
    const [{ id: ticketId }] = await query(
      `insert into support_tickets (client_id, user_email, user_name, message, status, status_changed_at)
       values ($1, 'a@b.test', 'A', 'x', 'closed', $2) returning id`,
      [randomUUID(), new Date(changedAt)],
    )
    return {
      about: { what: 'ticket_status', ticketId, changedAt },
      becomesUntrue: () =>
        query('update support_tickets set status_changed_at = null where id = $1', [ticketId]),
    }
  },
  async account_link() {
    const hash = createHash('sha256').update(randomUUID()).digest()
    await query(
      `insert into account_links (token_hash, purpose, user_id, email, expires_at, created_at)
       values ($1, 'magic-link', $2, 'a@b.test', $3, $4)`,
      [hash, student.userId, new Date(product.clock.now() + HOUR), new Date(product.clock.now())],
    )
    return {
      about: { what: 'link', tokenHash: hash.toString('hex') },
      becomesUntrue: after(product.clock.now() + 2 * HOUR),
    }
  },
  async account_news() {
    return { about: { what: 'account' }, becomesUntrue: null }
  },
  async welcome() {
    return { about: { what: 'account' }, becomesUntrue: after(product.clock.now() + 8 * DAY) }
  },
  async trial_interest() {
    return { about: { what: 'account' }, becomesUntrue: null }
  },
  async coach_live() {
    return { about: { what: 'account' }, becomesUntrue: after(product.clock.now() + 8 * DAY) }
  },
  async calendar_access() {
    const pair = [student.userId, coach.userId]
    await query('insert into student_calendar_access (student_id, instructor_id) values ($1, $2)', pair)
    return {
      about: { what: 'calendar_access', studentId: student.userId, instructorId: coach.userId },
      becomesUntrue: () =>
        query('delete from student_calendar_access where student_id = $1 and instructor_id = $2', pair),
    }
  },
  async gift_card_news() {
    return { about: { what: 'account' }, becomesUntrue: null }
  },
  async gift_card() {
    const [order] = await query('insert into orders (student_id) values ($1) returning id', [student.userId])
    const [payment] = await query(
      `insert into payments (order_id, kind, student_id, amount_cents, payment_status, paid_at)
       values ($1, 'gift_card', $2, 10000, 'completed', now()) returning id`,
      [order.id, student.userId],
    )
    await query(
      `with entry as (insert into ledger_transactions (business_key, kind, payment_id, occurred_at)
         values (gen_random_uuid()::text, 'paid', $1, now()) returning id)
       insert into ledger_lines select id, line.account, line.cents from entry,
         (values ('processor_cash', 10000), ('gift_cards', -10000)) as line (account, cents)`,
      [payment.id],
    )
    const [card] = await query(
      `insert into gift_cards (payment_id, buyer_id, amount_cents, from_name, recipient_name, recipient_email, deliver_at, code_hash)
       values ($1, $2, 10000, 'Pat', 'Sam', 'sam@golfers.test', now(), gen_random_uuid()::text) returning id`,
      [payment.id, student.userId],
    )
    return {
      about: { what: 'gift_card', giftCardId: card.id },
      becomesUntrue: () =>
        query('update gift_cards set redeemed_by = $2, redeemed_at = now() where id = $1', [
          card.id,
          student.userId,
        ]),
    }
  },
  async student_invitation() {
    const [invitation] = await query(
      `insert into student_invitations (instructor_id, email, token_hash, expires_at) values ($1, 'new@golfers.test', $2, $3) returning id`,
      [coach.userId, Buffer.from(randomUUID()), new Date(product.clock.now() + 30 * DAY)],
    )
    const withdraw = () =>
      query('update student_invitations set withdrawn_at = current_instant() where id = $1', [invitation.id])
    return { about: { what: 'invitation', invitationId: invitation.id }, becomesUntrue: withdraw }
  },
  async invitation_accepted() {
    return {
      userId: coach.userId,
      about: { what: 'account' },
      becomesUntrue: after(product.clock.now() + 8 * DAY),
    }
  },
  async texts_on() {
    const phone = '+17045550199'
    const say = (action: string) =>
      query(
        `insert into sms_consents (user_id, phone, action, source, wording, is_proved, said_at) values ($1, $2, $3, 'settings', 'x', true, $4)`,
        [student.userId, phone, action, new Date(product.clock.now())],
      )
    await say('given')
    return { about: { what: 'phone', phone }, becomesUntrue: () => say('withdrawn') }
  },
}

test('every kind of email and text is tested', () => {
  expect(Object.keys(cases).sort()).toEqual(messageKinds.map(({ id }) => id).sort())
})

test.each(messageKinds)('$id: is sent while it is true, and not afterwards', async (kind) => {
  product.clock.moveTo(morning)
  const made = await cases[kind.id]?.()
  if (!made) throw new Error(`no case for ${kind.id}`)
  const { channel = 'email', userId = student.userId, about, becomesUntrue } = made
  expect(kind.about.safeParse(about).success).toBe(true)
  const message = { channel, userId, about, writtenAt: product.clock.now() }
  expect((await kind.stillTrue(product.services, message)).why).toBe(null)
  if (becomesUntrue) await becomesUntrue()
  else product.clock.advance(365 * DAY)
  const { why } = await kind.stillTrue(product.services, message)
  if (becomesUntrue) expect(why).toEqual(expect.any(String))
  else expect(why).toBe(null)
})

test.each(['suspended_at', 'closed_at'])(
  'a message notification is not sent to an account with %s',
  async (column) => {
    product.clock.moveTo(morning)
    const reader = await signedInCoach(product, 'Rae Reader')
    const conversationId = await beginTalk(student, reader.userId)
    const ask = () =>
      checkBeforeSending(product.services, {
        kind: 'message',
        channel: 'email',
        userId: reader.userId,
        about: { what: 'messages', conversationId, upTo: 1 },
        writtenAt: product.clock.now(),
      })
    expect((await ask()).why).toBe(null)
    await query(`update profiles set ${column} = current_instant() where id = $1`, [reader.userId])
    expect((await ask()).why).toEqual(expect.any(String))
  },
)

test('after a long outage, a confirmation of a past lesson is not sent, and its log says why', async () => {
  product.clock.moveTo(morning)
  const { id, start } = await lesson()
  const [waiting] = await query(
    `select data from pgboss.job where name = 'send-templated-email' and data ->> 'key' = 'booking-confirmed-coach:' || $1`,
    [id],
  )
  const job = { ...sendTemplatedEmail.payload.parse(waiting.data), key: `after the outage:${id}` }
  product.clock.moveTo(start + 25 * DAY)
  await deliverEmail(product.services, job)
  expect(
    await query('select status, error_message from email_logs where dedupe_key = $1', [job.key]),
  ).toEqual([{ status: 'skipped', error_message: 'not sent: the lesson has begun' }])
})
