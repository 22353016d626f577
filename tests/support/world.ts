import { randomUUID } from 'node:crypto'
import { bookPaid, signedInCoach } from './lessons.ts'
import { charlotteTime, goodCard } from './now.ts'
import { giveRole } from './people.ts'
import type { testProduct } from './product.ts'
import { acceptAndPay, propose } from './proposals.ts'
import { beginTalk } from './talks.ts'

type Product = ReturnType<typeof testProduct>
type Person = Awaited<ReturnType<Product['student']>>

/** Texts that only a student, a coach, or both may read. @param mark identifies the world */
const secretsOf = (mark: string) => ({
  message: `SECRET-message-${mark}1`,
  ticket: `SECRET-ticket-${mark}2`,
  note: `SECRET-note-${mark}3`,
  problem: `SECRET-problem-${mark}4`,
  proposal: `SECRET-proposal-${mark}5`,
  card: `SECRET-card-${mark}6`,
  privateNote: `SECRET-private-note-${mark}7`,
  comment: `SECRET-comment-${mark}8`,
  clip: `SECRET-clip-${mark}9`,
  videoReview: `SECRET-video-review-${mark}10`,
})

/** Sam's and Maya's. */
export const secrets = secretsOf('7fa')

/** Their phone numbers, which are unique. */
export const phones = { sam: '+17045550171', maya: '+17045550172' }

/**
 * Creates a student and a coach with one object of every kind, and other accounts that have no access to them.
 * @returns the accounts, and the ids of all objects by the names that procedures use
 */
export async function makeWorld(product: Product) {
  const sam = await product.student('Sam Rivera')
  const maya = await signedInCoach(product, 'Maya Bennett')
  for (const [person, phone] of [
    [sam, phones.sam],
    [maya, phones.maya],
  ] as const)
    await product.database.pool.query('update profiles set phone = $2 where id = $1', [person.userId, phone])
  const ids = await giveThemEverything(product, { student: sam, coach: maya, secrets })
  const alex = await product.student('Alex Kim')
  const kim = await signedInCoach(product, 'Kim Okafor')
  const pat = await product.student('Pat Prospect')
  await giveRole(product.database.pool, pat.userId, 'prospect')
  const avery = await product.admin()

  return { sam, maya, alex, kim, pat, avery, ids }
}

/** Creates another student and another coach with the same objects. */
export async function makeNeighbours(product: Product) {
  const student = await product.student('Noor Haddad')
  const coach = await signedInCoach(product, 'Dana Ruiz')
  const theirs = secretsOf('8eb')
  const ids = await giveThemEverything(product, { student, coach, secrets: theirs })
  return { student, coach, ids, secrets: theirs }
}

/** Creates one object of every kind for a student and a coach. @returns the ids, by the names that procedures use */
async function giveThemEverything(
  product: Product,
  { student, coach, secrets }: { student: Person; coach: Person; secrets: ReturnType<typeof secretsOf> },
): Promise<Record<string, string>> {
  const conversationId = await beginTalk(student, coach.userId, secrets.message)
  const start = charlotteTime(2, 10)
  const pastId = await bookPaid(product, student, { instructorId: coach.userId, start })
  const bookingId = await bookPaid(product, student, {
    instructorId: coach.userId,
    start: charlotteTime(19, 10),
  })
  const now = product.clock.now()
  product.clock.moveTo(Date.parse(start) + 3 * 3_600_000)
  const fine = async (what: string, answering: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answering
    if (status >= 300) throw new Error(`${what}: ${status} ${text}`)
  }
  await fine('teach', coach.post(`/api/bookings/${pastId}/completion`))
  await fine('note', coach.post(`/api/bookings/${pastId}/note`, { note: secrets.note }))
  await fine('review', student.post(`/api/bookings/${pastId}/review`, { rating: 5, comment: 'Good hour' }))
  await fine(
    'problem',
    student.post(`/api/bookings/${pastId}/problems`, { reason: 'other', details: secrets.problem }),
  )
  product.clock.moveTo(now)
  await fine(
    'ticket',
    student.post('/api/support-tickets', {
      name: 'Sam',
      email: student.email,
      message: secrets.ticket,
      clientId: randomUUID(),
    }),
  )
  const proposalId = await propose(product, coach, student, { note: secrets.proposal })
  const morning = charlotteTime(6, 9)
  const agreedId = await propose(product, coach, student, {
    title: 'Three mornings',
    lessons: 3,
    validDays: 90,
    times: [morning],
  })
  await acceptAndPay(product, student, agreedId, morning)
  const between = `/api/workspaces/${coach.userId}/${student.userId}`
  const made = async (what: string, answering: ReturnType<typeof coach.put>) => {
    const answer = await answering
    await fine(what, Promise.resolve(answer))
    return String(answer.json.id)
  }
  const card = { basedOn: 0, note: secrets.card, nextGoal: '', privateNote: secrets.privateNote }
  await fine('card', coach.put(`/api/lessons/${pastId}/card`, card))
  const drillId = await made(
    'drill',
    coach.put('/api/coach/drills', { drillId: null, basedOn: 0, title: 'Gate', how: '', timesAWeek: 3 }),
  )
  const assignedDrillId = await made(
    'assign',
    coach.post(`${between}/drills`, { drillId, bookingId: null, dueOn: null }),
  )
  const goal = {
    title: 'Speed',
    measure: 'club_speed',
    unit: null,
    moreIsBetter: true,
    target: 99,
    dueOn: null,
  }
  const goalId = await made('goal', student.post(`${between}/goals`, { ...goal, start: 90 }))
  const noteId = await made(
    'note',
    student.post(`${between}/notes`, { isShared: true, content: secrets.note }),
  )
  const commentId = await made(
    'comment',
    student.post(`${between}/comments`, { about: 'goal', aboutId: goalId, content: secrets.comment }),
  )
  const practice = { day: charlotteTime(0, 10).slice(0, 10), minutes: 30, content: 'Wedges' }
  const practiceId = await made('practice', student.post(`${between}/practice`, practice))
  await product.sendMessages()

  const pair = [coach.userId, student.userId]
  const { rows: added } = await product.database.pool.query<{ id: string }>(
    `insert into clips (instructor_id, student_id, uploader_id, kind, title, storage_key, files, byte_size, width, height)
     values ($1, $2::uuid, $2::uuid, 'image', $3, 'clips/of-' || $2::uuid, '[]', 1, 1, 1) returning id`,
    [...pair, secrets.clip],
  )
  const clipId = String(added[0]?.id)
  await product.database.pool.query(
    `insert into clip_drawings (id, clip_id, author_id, shape, points, color, text)
     values (gen_random_uuid(), $1, $2, 'text', '[{"x":0.5,"y":0.5}]', 'red', $3)`,
    [clipId, student.userId, secrets.clip],
  )
  await product.database.pool.query(
    'insert into clip_comments (clip_id, author_id, content) values ($1, $2, $3)',
    [clipId, coach.userId, secrets.clip],
  )
  await product.database.pool.query(
    `insert into clip_voice_overs (clip_id, author_id, storage_key, file, duration_ms, timeline, summary)
     values ($1, $2::uuid, 'clip-voice-overs/of-' || $2::uuid, '{"name":"voice.mp4","type":"audio/mp4","bytes":1}', 900,
       '{"moves":[[0,0,0]],"shown":[]}', $3)`,
    [clipId, coach.userId, secrets.clip],
  )
  await product.database.pool.query(
    `insert into clip_uploads (instructor_id, student_id, uploader_id, title, storage_key, byte_size)
     values ($1, $2::uuid, $2::uuid, $3, 'clip-uploads/of-' || $2::uuid, 10)`,
    [...pair, secrets.clip],
  )

  const one = async (statement: string, ...values: unknown[]) =>
    String((await product.database.pool.query(statement, values)).rows[0]?.id)
  const clinicId = await one(
    `insert into clinics (instructor_id, title, description, location_name, time_zone, price_cents, seats, minimum)
     values ($1, 'Short game clinic', '', 'Riverside Club', 'America/New_York', 6000, 8, 1) returning id`,
    coach.userId,
  )
  await one(
    `insert into clinic_dates (clinic_id, starts_at, ends_at) values ($1, $2, $2::timestamptz + interval '1 hour') returning id`,
    clinicId,
    charlotteTime(27, 18),
  )
  await one(
    "update clinics set status = 'published', published_at = current_instant() where id = $1 returning id",
    clinicId,
  )
  await fine(
    'bring',
    coach.post('/api/coach/student-imports', {
      text: `Email,Notes,Lessons\nmallory@strangers.test,${secrets.privateNote},3`,
      mapping: (['email', 'note', 'lessons'] as const).map((field, column) => ({ field, column })),
      minutes: 60,
    }),
  )
  const videoReviewId = await askForReview(product, { student, coach, question: secrets.videoReview })
  return {
    clinicId,
    videoReviewId,
    bookingId,
    pastId,
    conversationId,
    proposalId,
    instructorId: coach.userId,
    studentId: student.userId,
    personId: coach.userId,
    ticketId: await one('select id from support_tickets where user_id = $1', student.userId),
    reviewId: await one('select id from lesson_reviews where student_id = $1', student.userId),
    messageId: await one('select id from messages where conversation_id = $1 limit 1', conversationId),
    sessionId: await one('select id from sessions where user_id = $1 limit 1', student.userId),
    notificationId: await one('select id from notifications where user_id = $1 limit 1', student.userId),
    drillId,
    assignedDrillId,
    goalId,
    valueId: await one('select id from goal_values where goal_id = $1', goalId),
    noteId,
    commentId,
    practiceId,
    aboutId: goalId,
    clipId,
    drawingId: await one('select id from clip_drawings where clip_id = $1', clipId),
    voiceOverId: await one('select id from clip_voice_overs where clip_id = $1', clipId),
    clipCommentId: await one('select id from clip_comments where clip_id = $1', clipId),
    uploadId: await one('select id from clip_uploads where uploader_id = $1', student.userId),
    broughtId: await one('select id from brought_students where instructor_id = $1', coach.userId),
    packageId: await one('select id from lesson_packages where student_id = $1 limit 1', student.userId),
    offerId: await sellPackage(coach),
  }
}

/** The coach sells a package on the profile. @returns its id */
async function sellPackage(coach: Person): Promise<string> {
  const offer = {
    title: 'Break 90',
    lessonType: 'individual',
    lessons: 5,
    durationMinutes: 60,
    priceCents: 40_000,
    validDays: 180,
    visibility: 'public',
  }
  const saved = await coach.put('/api/own-packages', offer)
  if (saved.status !== 200) throw new Error(`the package is not sold: ${saved.text}`)
  return String(saved.json.offerId)
}

/** The coach sells video reviews, and the student has paid for one and asked its question. @returns its id */
async function askForReview(
  product: Product,
  { student, coach, question }: { student: Person; coach: Person; question: string },
): Promise<string> {
  const offer = { priceCents: 4_500, promisedHours: 48 }
  await coach.put('/api/own-video-review', { ...offer, isSold: true })
  const { json } = await student.post('/api/video-reviews', {
    instructorId: coach.userId,
    expectedPriceCents: offer.priceCents,
    expectedHours: offer.promisedHours,
  })
  await student.post(`/api/test-checkouts/${String(json.checkoutUrl).split('/').at(-1)}/payments`, goodCard)
  await product.hearPayments()
  await product.database.pool.query(
    `insert into clips (instructor_id, student_id, review_id, uploader_id, kind, title, storage_key, files, byte_size, width, height)
     select instructor_id, student_id, id, student_id, 'image', 'Driver', 'clips/' || gen_random_uuid(), '[]', 1, 1, 1
     from video_reviews where id = $1`,
    [json.videoReviewId],
  )
  const asked = await student.post(`/api/video-reviews/${json.videoReviewId}/question`, { question })
  if (asked.status !== 200) throw new Error(`the video review is not asked for: ${asked.text}`)
  return json.videoReviewId
}
