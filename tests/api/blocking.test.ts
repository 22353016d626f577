import { beforeAll, expect, test } from 'vitest'
import { messageKinds } from '#app/message-kinds.ts'
import { completeDueLessons } from '#features/bookings/completion/commands.ts'
import { offerFreedTimes } from '#features/cancellation-list/commands.ts'
import { sendClipNews } from '#features/clips/emails.ts'
import { processDueProposals } from '#features/proposals/due-proposals.ts'
import { sendWorkspaceNews } from '#features/workspaces/news.ts'
import { dateIn } from '#platform/time.ts'
import { bookPaid, enteredLesson, signedInCoach } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'
import { propose, shortGame } from '../support/proposals.ts'

/** A blocked user cannot send anything to the other person, through any feature. */
const product = testProduct()
let maya: Awaited<ReturnType<typeof signedInCoach>>
let sam: Awaited<ReturnType<typeof product.student>>
let proposalId: string
let lessonTaught: string

beforeAll(async () => {
  maya = await signedInCoach(product)
  sam = await product.student('Sam Rivera')
  await product.query('update profiles set email_verified = true')
  await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(9, 10) })
  lessonTaught = await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(2, 9) })
  proposalId = await propose(product, maya, sam)
  await product.query(
    `insert into conversation_participants (conversation_id, user_id, side, last_message_at)
     select id, student_id, 'student', current_instant() from conversations where student_id = $1 on conflict do nothing`,
    [sam.userId],
  )
})

const setBlocked = (isBlocked: boolean) =>
  product.database.pool.query('update conversation_participants set blocked_at = $2 where user_id = $1', [
    sam.userId,
    isBlocked ? new Date(product.clock.now()) : null,
  ])
const goal = {
  title: 'Break 90',
  measure: 'score',
  unit: null,
  moreIsBetter: true,
  target: 89,
  dueOn: null,
  start: 101,
}
const json = { 'content-type': 'application/json' }
const place = () => `/api/workspaces/${maya.userId}/${sam.userId}`

/** Each way to send something, as the coach. */
const ways: Record<string, () => Promise<{ status: number; text: string }>> = {
  'a shared note': () => maya.post(`${place()}/notes`, { isShared: true, content: 'Read this' }),
  'a goal': () => maya.post(`${place()}/goals`, goal),
  'a clip': () =>
    maya.post('/api/clip-uploads', {
      instructorId: maya.userId,
      studentId: sam.userId,
      title: 'Swing',
      bytes: 1_000,
    }),
  'a proposal': () => maya.post('/api/proposals', { studentId: sam.userId, ...shortGame }),
  'a changed proposal': () =>
    maya.send('PUT', `/api/proposals/${proposalId}`, JSON.stringify({ ...shortGame, version: 1 }), json),
  'a note after a lesson': async () => {
    product.clock.moveTo(Date.parse(charlotteTime(4, 9)))
    await completeDueLessons(product.services)
    const sent = await maya.post(`/api/bookings/${lessonTaught}/note`, { note: 'Keep the tempo.' })
    product.clock.moveTo(testNow)
    return sent
  },
  'an entered lesson': () => maya.post('/api/coach/lessons', entered({ is: 'known', studentId: sam.userId })),
}
const entered = (student: object) => enteredLesson({ student, start: charlotteTime(5, 15) })

test.each(Object.entries(ways))('a blocked person can’t send %s', async (_, send) => {
  await setBlocked(true)
  const refused = await send()
  expect(refused.status, refused.text).toBeGreaterThanOrEqual(400)
  expect(refused.status, refused.text).toBeLessThan(500)
  expect(refused.text).toMatch(/not_taking_messages|no_student|no_such_student|not_a_student/)
  await setBlocked(false)
})

test('a lesson entered for a student who blocked the coach is not sent to them', async () => {
  await setBlocked(true)
  await product.settle()
  const letters = await lettersTo(product.database.pool, sam.email)
  // The response does not reveal whether the address has an account.
  const made = await maya.post(
    '/api/coach/lessons',
    entered({ is: 'invited', name: 'Sam', email: sam.email }),
  )
  expect(made.status, made.text).toBe(201)
  await product.settle()
  expect(await lettersTo(product.database.pool, sam.email)).toEqual(letters)
  expect((await sam.get(`/api/bookings/${made.json.bookingId}`)).status).toBe(404)
  await setBlocked(false)
})

const titlesOf = async (kind: string, userId = sam.userId) =>
  (
    await product.database.pool.query<{ title: string }>(
      'select title from notifications where user_id = $1 and kind = $2 order by created_at',
      [userId, kind],
    )
  ).rows.map(({ title }) => title)

/** What a coach has done by the time that one of the two blocks the other, and the job that tells of it later. */
const later: Record<string, { prepare(): Promise<unknown>; send(): Promise<unknown> }> = {
  workspace_news: {
    prepare: () => maya.post(`${place()}/notes`, { isShared: true, content: 'Read this' }),
    send: async () => {
      const found = await product.database.pool.query<{ id: string }>(
        'select id from workspaces where student_id = $1',
        [sam.userId],
      )
      for (const { id } of found.rows)
        await sendWorkspaceNews(product.services, { workspaceId: id, reader: 'student' })
    },
  },
  clip: {
    prepare: async () => {
      await product.query(
        `insert into clips (instructor_id, student_id, uploader_id, kind, title, storage_key, files, byte_size, width, height)
         values ($1, $2, $1, 'image', 'Grip', 'clips/' || gen_random_uuid(), '[]', 1, 1, 1)`,
        [maya.userId, sam.userId],
      )
      await product.query(
        `insert into clip_news (instructor_id, student_id, reader_id, due_at) values ($1, $2, $2, current_instant())`,
        [maya.userId, sam.userId],
      )
    },
    send: () =>
      sendClipNews(product.services, { instructorId: maya.userId, studentId: sam.userId, byId: maya.userId }),
  },
  proposal: {
    prepare: () =>
      product.database.pool.query(
        `update lesson_proposals set created_at = current_instant() - interval '3 days',
           expires_at = current_instant() + interval '1 hour' where id = $1`,
        [proposalId],
      ),
    send: () => processDueProposals(product.services),
  },
  calendar_access: {
    prepare: () => Promise.resolve(),
    send: () =>
      maya.send(
        'PUT',
        `/api/coach/students/${sam.userId}/calendar-access`,
        JSON.stringify({ mayBook: true }),
        json,
      ),
  },
}

test.each(Object.entries(later))('who was blocked is not announced: %s', async (kind, { prepare, send }) => {
  await prepare()
  const before = await titlesOf(kind)
  await setBlocked(true)
  await send()
  expect(await titlesOf(kind)).toEqual(before)
  await setBlocked(false)
})

test('a freed time is offered to nobody who blocked the coach', async () => {
  const start = charlotteTime(8, 12)
  const day = dateIn(start, 'America/New_York')
  const jo = await product.student('Jo Owner')
  const lesson = await bookPaid(product, jo, { instructorId: maya.userId, start })
  const asked = await sam.post('/api/cancellation-list', {
    instructorId: maya.userId,
    from: day,
    to: day,
    durationMinutes: 60,
  })
  expect(asked.status, asked.text).toBe(201)
  await setBlocked(true)
  expect((await jo.post(`/api/bookings/${lesson}/cancellation`, {})).status).toBe(200)
  await offerFreedTimes(product.services)
  await product.settle()
  expect((await sam.get('/api/cancellation-list')).json.offers).toEqual([])
  expect(await titlesOf('freed_time')).toEqual([])
  await setBlocked(false)
})

/**
 * Each kind of message: whether it asks if the two may reach each other, or why it does not have to. A new kind says so here.
 * `here`: a test of this file; a path: a test elsewhere.
 */
const asksReach: Record<string, string> = {
  workspace_news: 'here',
  clip: 'here',
  proposal: 'here',
  calendar_access: 'here',
  freed_time: 'here',
  lesson_to_pay: 'here: an entered lesson',
  message: 'tests/api/messages.test.ts',
  coach_needed: 'assistant/hand-over.ts: not for a conversation that is muted or blocked',
  student_invitation: 'tests/api/student-invitations.test.ts',
}
const needsNoReach: Record<string, string> = {
  lesson_booked: 'a lesson that is booked',
  lesson_changed: 'a lesson that is booked',
  lesson_cancelled: 'a lesson that was booked',
  clinic_cancelled: 'the reader’s own clinic',
  lesson_in_question: 'a lesson that is booked',
  lesson_reminder: 'a lesson that is booked',
  rain_check: 'a lesson that is booked',
  rain_forecast: 'lessons that are booked',
  tomorrows_lessons: 'lessons that are booked',
  hold_expired: 'the reader’s own unpaid booking',
  gift_card: 'a gift that somebody paid for; its letter is sent once, and the address may decline letters',
  gift_card_news: 'the reader’s own purchase',
  refund: 'the reader’s money',
  no_show: 'the reader’s money',
  review_request: 'the product asks about a lesson that took place',
  review_received: 'a review on the reader’s own public profile; the message has none of its words',
  dispute: 'the money of a lesson',
  dispute_settled: 'the money of a lesson',
  video_review: 'a review that is paid; buying one and sending videos ask',
  payout: 'the reader’s money',
  payout_account: 'the reader’s money',
  invitation_accepted: 'answers the reader’s own invitation',
  conversation_notice: 'from an admin',
  profile_request: 'from an admin',
  ticket_reply: 'from an admin',
  ticket_status: 'from an admin',
  terms_change: 'from an admin',
  calendar_trouble: 'the reader’s own calendar',
  calendar_reconnect: 'the reader’s own calendar',
  webhook_off: 'the reader’s own endpoint',
  account_link: 'the reader’s own account',
  account_news: 'the reader’s own account',
  welcome: 'the reader’s own account',
  coach_live: 'the reader’s own profile',
  texts_on: 'the reader’s own phone',
  your_match: 'the reader’s own quiz',
  quiz_follow_up: 'the reader’s own quiz',
  trial_interest: 'to the operators',
}

test('each kind of message asks whether one may reach the other, or says why not', () => {
  const kinds = messageKinds.map(({ id }) => id).toSorted()
  const answered = [...Object.keys(asksReach), ...Object.keys(needsNoReach)].toSorted()
  expect(answered).toEqual(kinds)
})

test('and a private note stays possible', async () => {
  await setBlocked(true)
  const kept = await maya.post(`${place()}/notes`, { isShared: false, content: 'For myself' })
  expect(kept.status, kept.text).toBe(201)
  await setBlocked(false)
})
