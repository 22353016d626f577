import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { messageKinds } from '#app/message-kinds.ts'
import { completeDueLessons } from '#features/bookings/completion/commands.ts'
import { offerFreedTimes } from '#features/cancellation-list/commands.ts'
import { sendClipNews } from '#features/clips/emails.ts'
import { processDueProposals } from '#features/proposals/due-proposals.ts'
import { sendWorkspaceNews } from '#features/workspaces/news.ts'
import { dateIn } from '#platform/time.ts'
import { addClip, arrived, beginClip, sendPart } from '../support/clips.ts'
import { bookPaid, enteredLesson, signedInCoach } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { own, plainPhoto } from '../support/media.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct, type Visitor } from '../support/product.ts'
import { acceptAndPay, propose, shortGame } from '../support/proposals.ts'

/**
 * A blocked user cannot send anything to the other person, through any feature. Neither can the two while our team has paused their
 * conversation.
 */
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
const setPaused = (isPaused: boolean) =>
  product.query('update conversations set suspended_at = $2 where student_id = $1', [
    sam.userId,
    isPaused ? new Date(product.clock.now()) : null,
  ])
/** What stops the two, and the reason that a refusal names. */
const stops = {
  blocked: { set: setBlocked, reason: 'not_taking_messages' },
  paused: { set: setPaused, reason: 'conversation_suspended' },
}
/** Does something that was possible before the stop. */
async function before<Made>(act: () => Promise<Made>): Promise<Made> {
  const { rows } = await product.database.pool.query<{ blocked: boolean; paused: boolean }>(
    `select q.blocked_at is not null as blocked, c.suspended_at is not null as paused from conversation_participants q
     join conversations c on c.id = q.conversation_id where q.user_id = $1`,
    [sam.userId],
  )
  await setBlocked(false)
  await setPaused(false)
  const made = await act()
  await setBlocked(rows[0]?.blocked ?? false)
  await setPaused(rows[0]?.paused ?? false)
  return made
}
const clip = async () => {
  const { json: added } = await addClip(
    product,
    maya,
    { instructorId: maya.userId, studentId: sam.userId },
    await plainPhoto(),
  )
  return String(added.clipId)
}
const timeline = { moves: [[0, 0, 0]], shown: [] }
/** Uploads bytes without finishing. @returns the upload's address, and the address that finishes it */
async function uploaded(
  begun: Promise<{ json: { address: string; uploadId: string } }>,
  bytes: Uint8Array<ArrayBuffer>,
) {
  const { address, uploadId } = (await begun).json
  expect((await sendPart(product, maya, address, 0, bytes)).status).toBe(204)
  return { address, upload: `/api/clip-uploads/${uploadId}` }
}
async function uploadedClip() {
  const photo = await plainPhoto()
  return await uploaded(
    beginClip(maya, { instructorId: maya.userId, studentId: sam.userId }, photo.length),
    photo,
  )
}
async function uploadedVoiceOver() {
  const sound = own(await readFile(new URL('../journeys/media/voice.webm', import.meta.url)))
  const clipId = await clip()
  return await uploaded(maya.post(`/api/clips/${clipId}/voice-over-uploads`, { bytes: sound.length }), sound)
}
const goal = {
  title: 'Break 90',
  measure: 'score',
  unit: null,
  moreIsBetter: true,
  target: 89,
  dueOn: null,
  start: 101,
}
const place = () => `/api/workspaces/${maya.userId}/${sam.userId}`

/** Each way to send something, as the coach. */
const ways: Record<string, () => ReturnType<Visitor['post']>> = {
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
  'a changed proposal': () => maya.put(`/api/proposals/${proposalId}`, { ...shortGame, version: 1 }),
  'a note after a lesson': async () => {
    product.clock.moveTo(Date.parse(charlotteTime(4, 9)))
    await completeDueLessons(product.services)
    const sent = await maya.post(`/api/bookings/${lessonTaught}/note`, { note: 'Keep the tempo.' })
    product.clock.moveTo(testNow)
    return sent
  },
  'a changed shared note': async () => {
    const note = await before(() => maya.post(`${place()}/notes`, { isShared: true, content: 'Read this' }))
    const changed = { basedOn: 1, isShared: true, content: 'And this' }
    return await maya.put(`/api/workspace-notes/${note.json.id}`, changed)
  },
  'a new name of a clip': async () => maya.put(`/api/clips/${await before(clip)}`, { title: 'Read this' }),
  'a clip that was uploaded before': async () => maya.post(`${(await before(uploadedClip)).upload}/clip`),
  'a voice-over that was uploaded before': async () =>
    maya.post(`${(await before(uploadedVoiceOver)).upload}/voice-over`, { timeline, summary: '' }),
  'a summary of a voice-over': async () => {
    const address = await before(async () => {
      const clipId = await clip()
      const [voice] = await product.query(
        `insert into clip_voice_overs (clip_id, author_id, storage_key, file, duration_ms, timeline)
         values ($1, $2, 'clip-voice-overs/' || gen_random_uuid(), '{}', 2000, $3) returning id`,
        [clipId, maya.userId, JSON.stringify(timeline)],
      )
      return `/api/clips/${clipId}/voice-overs/${voice?.id}`
    })
    return await maya.put(address, { summary: 'Read this' })
  },
  'an entered lesson': () => maya.post('/api/coach/lessons', entered({ is: 'known', studentId: sam.userId })),
}
const entered = (student: object) => enteredLesson({ student, start: charlotteTime(5, 15) })

describe.each(Object.entries(stops))('a %s person', (state, { set, reason }) => {
  test.each(Object.entries(ways))('can’t send %s', async (_, send) => {
    await set(true)
    const refused = await send()
    expect(refused.status, refused.text).toBeGreaterThanOrEqual(400)
    expect(refused.status, refused.text).toBeLessThan(500)
    const reasons =
      state === 'blocked' ? [reason, 'no_student', 'no_such_student', 'not_a_student'] : [reason]
    expect(reasons, refused.text).toContain(refused.json.code)
    await set(false)
  })

  test('leaves no upload that was refused at its end', async () => {
    for (const upload of [await uploadedClip(), await uploadedVoiceOver()]) {
      await set(true)
      for (const [path, body] of [
        ['clip', {}],
        ['voice-over', { timeline, summary: '' }],
      ] as const)
        expect((await maya.post(`${upload.upload}/${path}`, body)).status).toBeGreaterThanOrEqual(400)
      expect((await arrived(product, maya, upload.address)).status).toBe(404)
      await set(false)
    }
  })
})

test('a pause stops no move without text: declining, accepting and paying, canceling', async () => {
  const start = charlotteTime(6, 15)
  const declined = await propose(product, maya, sam)
  const accepted = await propose(product, maya, sam, { times: [start] })
  await setPaused(true)
  const students = await maya.get('/api/coach/proposal-students')
  expect(students.json.map(({ id }: { id: string }) => id)).not.toContain(sam.userId)
  expect((await sam.post(`/api/proposals/${declined}/refusal`)).status).toBe(200)
  const lesson = await acceptAndPay(product, sam, accepted, start)
  expect((await sam.get(`/api/bookings/${lesson}`)).json.status).toBe('confirmed')
  expect((await sam.post(`/api/bookings/${lesson}/cancellation`, {})).status).toBe(200)
  await setPaused(false)
})

test('a request for changes of a proposal is refused with the reason while the conversation is paused', async () => {
  const proposed = await propose(product, maya, sam)
  await setPaused(true)
  const asked = await sam.post(`/api/proposals/${proposed}/change-requests`, {
    version: 1,
    message: 'Read this',
  })
  expect([asked.status, asked.json.code]).toEqual([409, 'conversation_suspended'])
  expect(asked.text).toContain('paused this conversation')
  await setPaused(false)
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
        `insert into clip_news (instructor_id, student_id, reader_id, due_at) values ($1, $2, $2, current_instant())
         on conflict (instructor_id, student_id, reader_id) do update set due_at = excluded.due_at`,
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
    send: () => maya.put(`/api/coach/students/${sam.userId}/calendar-access`, { mayBook: true }),
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
  package_news: 'a package that is paid',
  gift_card_news: 'the reader’s own purchase or balance',
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
