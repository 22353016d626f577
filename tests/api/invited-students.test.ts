import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeEach, describe, expect, test } from 'vitest'
import { reactions } from '#app/reactions.ts'
import { applyPaymentEvent } from '#features/checkout/payment-events.ts'
import { refundCalledOff } from '#features/rain-checks/commands.ts'
import { deleteExpiredRows } from '#features/retention/commands.ts'
import {
  balances,
  emailsAbout,
  enteredLesson,
  sendRefunds,
  signedInCoach,
  verifyEmail,
} from '../support/lessons.ts'
import { confirmAddress } from '../support/mail.ts'
import { charlotteDay, charlotteTime, goodCard } from '../support/now.ts'
import { oldDatabase } from '../support/old-database.ts'
import { addCoach } from '../support/people.ts'
import { testNow, testProduct } from '../support/product.ts'

/** What is remembered of a student whom a coach invited by email, after the nightly deletion of old data. */
const product = testProduct()
const old = oldDatabase('0355')
let maya: Awaited<ReturnType<typeof signedInCoach>>
beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
  await verifyEmail(product, maya.userId)
})

/** Lets time pass until a time of day in Charlotte, and runs the nightly deletion. */
async function wait(days: number, hour: number) {
  product.clock.moveTo(Date.parse(charlotteTime(days, hour)))
  await deleteExpiredRows(product.services)
  await maya.signInAgain()
}
const invite = (email: string, days: number, more: object = {}) =>
  maya.post(
    '/api/coach/lessons',
    enteredLesson({
      student: { is: 'invited', name: 'Olive Owner', email },
      start: charlotteTime(days, 10),
      ...more,
    }),
  )
/** A lesson that was paid through a link that the invited student forwarded. */
async function invitedAndPaid(email: string, days: number): Promise<string> {
  const { bookingId, checkoutUrl } = (await invite(email, days, { payment: 'here' })).json
  const session = String(checkoutUrl).split('/').at(-1)
  await product.visitor().post(`/api/test-checkouts/${session}/payments`, goodCard)
  await product.settle()
  return bookingId
}
async function owner() {
  const person = await product.student('Olive Owner')
  await confirmAddress(product, person)
  return person
}
const namesOf = async (studentId: string) =>
  (await product.query('select full_name from profiles where id = $1', [studentId])).map(
    ({ full_name }) => full_name,
  )
const studentOf = async (bookingId: string): Promise<string> =>
  (await maya.get(`/api/bookings/${bookingId}`)).json.student.id

describe('an invited student', () => {
  test('who declined is not invited again for 30 days, also after the lesson', async () => {
    const olive = await owner()
    const { bookingId } = (await invite(olive.email, 33)).json
    await wait(32, 9)
    await olive.signInAgain()
    const declined = await olive.send('DELETE', `/api/bookings/${bookingId}/acceptance`)
    expect(declined.status, declined.text).toBe(200)
    await wait(35, 12)
    const again = await invite(olive.email, 40)
    expect([again.status, again.json.code]).toEqual([409, 'invitation_declined'])
    await wait(63, 12)
    expect((await invite(olive.email, 66)).status).toBe(201)
  })

  test('accepts a lesson that was entered long before, after it took place, and stays one student of the coach', async () => {
    const olive = await owner()
    const first = (await invite(olive.email, 40)).json.bookingId
    await wait(42, 12)
    const second = (await invite(olive.email, 45)).json.bookingId
    expect(await studentOf(second)).toBe(await studentOf(first))
    await olive.signInAgain()
    const accepted = await olive.post(`/api/bookings/${first}/acceptance`, {})
    expect(accepted.status, accepted.text).toBe(200)
    for (const lesson of [first, second]) expect(await studentOf(lesson)).toBe(olive.userId)
  })

  test('who accepts a lesson that was called off can choose, and is refunded without a choice', async () => {
    const olive = await owner()
    const bookingId = await invitedAndPaid(olive.email, 3)
    const { bookingId: paidElsewhere } = (await invite(olive.email, 3, { start: charlotteTime(3, 12) })).json
    const day = { date: charlotteDay(3), startTime: '00:00', endTime: '24:00' }
    const off = await maya.post('/api/coach/called-off-lessons', {
      ...day,
      bookingIds: [bookingId, paidElsewhere],
    })
    expect(off.json, off.text).toMatchObject({ calledOff: 2 })
    const accepted = await olive.post(`/api/bookings/${bookingId}/acceptance`, {})
    expect(accepted.status, accepted.text).toBe(200)
    const { offer } = (await olive.get(`/api/bookings/${bookingId}/rain-check`)).json
    expect(offer).toMatchObject({ isOpen: true, creditRefusal: null })
    await product.settle()
    expect(await emailsAbout(product, paidElsewhere)).not.toContain('booking-confirmed-student')
    product.clock.moveTo(Date.parse(charlotteTime(3, 10)))
    expect(await refundCalledOff(product.services)).toBe(1)
    await sendRefunds(product, bookingId)
    expect(await balances(product, bookingId)).toEqual({})
    expect(await product.query('select status from bookings where id = $1', [bookingId])).toEqual([
      { status: 'cancelled' },
    ])
  })

  test('accepts a lesson whose payment the payer’s bank disputes', async () => {
    const olive = await owner()
    const bookingId = await invitedAndPaid(olive.email, 3)
    const [order] = await product.query(
      'select o.stripe_payment_intent_id as intent from payments p join orders o on o.id = p.order_id where p.booking_id = $1',
      [bookingId],
    )
    await applyPaymentEvent(product.services, {
      id: `evt_${randomUUID()}`,
      type: 'disputed',
      createdAt: product.clock.now(),
      paymentIntentId: String(order?.intent),
      disputeId: `dp_${bookingId}`,
      reason: 'fraudulent',
      amountCents: 9_000,
    })
    const accepted = await olive.post(`/api/bookings/${bookingId}/acceptance`, {})
    expect(accepted.status, accepted.text).toBe(200)
    expect(
      await product.query('select student_id, student_email from payment_disputes where booking_id = $1', [
        bookingId,
      ]),
    ).toEqual([{ student_id: olive.userId, student_email: olive.email }])
  })

  test('is forgotten a month after the last lesson, and the coach who leaves takes the typed name along', async () => {
    const email = `${randomUUID()}@newcomers.test`
    const { bookingId } = (await invite(email, 3)).json
    const studentId = await studentOf(bookingId)
    await wait(3, 12)
    const completed = await maya.post(`/api/bookings/${bookingId}/completion`)
    expect(completed.status, completed.text).toBe(200)
    await wait(36, 12)
    expect(await product.query('select from invited_students where student_id = $1', [studentId])).toEqual([])
    expect(await namesOf(studentId)).toEqual(['Olive Owner'])
    const closed = await maya.post('/api/me/closure', { password: 'fairway-seven', refundCents: 0 })
    expect(closed.status, closed.text).toBe(200)
    expect(await namesOf(studentId)).toEqual(['Anonymous'])
  })
})

/** References to profiles that accepting an invitation does not change, with the reason. */
const notTakenOver: [columns: string, why: string][] = [
  ['invited_students.student_id user_roles.user_id', 'end with the temporary profile'],
  [
    'email_logs.user_id sms_logs.user_id push_logs.user_id notifications.user_id',
    'logs of messages sent before',
  ],
  ['account_links.user_id', 'the account has its own ways to sign in'],
  [
    `dispute_changes.changed_by imported_reviews.answered_by instructor_profiles.user_id invited_students.instructor_id
     lesson_desk_notes.author_id lesson_moves.moved_by message_reports.resolved_by messages.impersonated_by
     credential_requests.answered_by credential_verifications.verified_by credential_verifications.withdrawn_by
     payment_disputes.resolved_by payment_findings.settled_by profiles.entered_by support_tickets.owner_id support_viewers.admin_id`,
    'coaches and admins',
  ],
  [
    `clip_comments.author_id clip_drawings.author_id clip_news.reader_id clip_news.student_id clip_positions.marked_by
     clip_seen.reader_id clip_sharing_ended.student_id clip_uploads.student_id clip_uploads.uploader_id clip_voice_overs.author_id
     clips.student_id clips.uploader_id conversation_participants.user_id conversations.last_sender_id conversations.student_id
     goal_values.recorded_by goals.created_by lesson_packages.student_id lesson_proposals.student_id message_attachments.uploader_id
     message_reports.reported_id message_reports.reporter_id messages.sender_id shot_sessions.added_by
     student_calendar_access.student_id student_notes.student_id workspace_comments.author_id workspace_events.actor_id
     workspace_notes.author_id workspaces.student_id`,
    'a coach shares nothing else with an invited student',
  ],
  [
    `access_tokens.user_id booking_discounts.student_id brought_students.student_id calendar_feeds.user_id
     cancellation_requests.student_id city_waitlist.user_id clinic_seat_requests.student_id coach_drafts.user_id credentials.user_id
     freed_time_offers.student_id gift_cards.buyer_id gift_cards.redeemed_by golfers.account_id instructor_saves.user_id
     lesson_notes.student_id lesson_reviews.student_id match_saves.user_id message_digests.user_id message_preferences.user_id
     notification_preferences.user_id notification_settings.user_id package_sales.student_id passkeys.user_id
     payment_customers.user_id phone_codes.user_id prospect_demo_mapping.prospect_id push_subscriptions.user_id
     quiz_responses.user_id sessions.user_id shot_mappings.user_id sms_consents.user_id student_invitations.student_id
     support_replies.author_id support_tickets.user_id trial_interests.user_id two_factor_codes_used.user_id two_factors.user_id
     video_reviews.student_id webhook_endpoints.user_id`,
    'only a person with an account has them',
  ],
]

test('every reference to an invited student is transferred to the account that accepts, or says why not', async () => {
  const said: string[] = []
  const tx = drizzle({
    client: product.database.pool,
    logger: { logQuery: (text) => said.push(text.replace(/\s+/g, ' ').trim()) },
  })
  const accepted = { invitedId: randomUUID(), studentId: randomUUID(), instructorId: maya.userId }
  for (const takeOver of reactions.invited_student_accepted) await takeOver(product.services, tx, accepted)
  const transferred = said.map((text) =>
    text.replace(/^update "?(\w+)"? (?:\w+ )?set "?(\w+)"? = .*$/, '$1.$2'),
  )
  const references = await product.query(
    `select c.relname || '.' || a.attname as name from pg_constraint f join pg_class c on c.oid = f.conrelid
       join pg_attribute a on a.attrelid = f.conrelid and a.attnum = any (f.conkey)
     where f.contype = 'f' and f.confrelid = 'profiles'::regclass`,
  )
  const explained = notTakenOver.flatMap(([columns]) => columns.split(/\s+/))
  expect([...transferred, ...explained].toSorted()).toEqual(references.map(({ name }) => name).toSorted())
})

test('names that coaches who had left entered are erased by the migration, and those of other coaches stay', async () => {
  const { pool } = old
  const namesAfter: string[][] = []
  for (const closedAt of ['2026-01-02T03:04:05Z', null]) {
    const { id: coachId } = await addCoach(pool)
    await pool.query('update profiles set closed_at = $2 where id = $1', [coachId, closedAt])
    const studentId = randomUUID()
    await pool.query(
      `insert into profiles (id, full_name, email, is_invited) values ($1, 'Olive Owner', $2, true)`,
      [studentId, `invited-${studentId}@invited.invalid`],
    )
    await pool.query(
      `insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount, lesson_title,
         status, location_name)
       values ($1, $2, $3::timestamptz, $3::timestamptz + interval '1 hour', 60, 'America/New_York', 85, 'A lesson', 'confirmed', 'There')`,
      [coachId, studentId, charlotteTime(4, 10)],
    )
    namesAfter.push([studentId, closedAt === null ? 'Olive Owner' : 'Anonymous'])
  }
  await old.migrateTo('0356')
  for (const [studentId, name] of namesAfter)
    expect((await pool.query('select full_name from profiles where id = $1', [studentId])).rows).toEqual([
      { full_name: name },
    ])
})
