import { randomUUID } from 'node:crypto'
import { expireHold } from '#features/checkout/hold-expiry.ts'
import { needed, password } from './coach-states.ts'
import { bookPaid, signedInCoach } from './lessons.ts'
import { charlotteDay, charlotteTime } from './now.ts'
import type { testProduct, Visitor } from './product.ts'
import { acceptAndPay, fiveLessons, propose } from './proposals.ts'
import { signUpProspect } from './showroom.ts'
import { beginTalk } from './talks.ts'

/** Students in every account state, each with a coach whose commitments were made before the student entered the state. */

type Product = ReturnType<typeof testProduct>
type Person = Awaited<ReturnType<Product['student']>>

/**
 * `closed` by an admin, `left` by closing the account oneself, `entered` an unaccepted account that a coach created by entering lessons for
 * an address, `prospect` a prospective coach with read-only demo access.
 */
export const studentStates = [
  'open',
  'unconfirmed',
  'suspended',
  'closed',
  'left',
  'entered',
  'prospect',
  'demo',
] as const
export type StudentState = (typeof studentStates)[number]

/** A coach's commitments to a student. Booking ids unless noted otherwise; null if the state does not allow it. */
interface Promised {
  taught: string | null
  lesson: string | null
  held: string | null
  late: string | null
  packageId: string | null
  proposalId: string | null
  conversationId: string | null
  /** The student's own: calendar feed path, access token, webhook endpoint. */
  feed: string | null
  token: string | null
  endpointId: string | null
}

export interface StudentWorld {
  state: StudentState
  student: Visitor & { email: string; userId: string }
  coach: Person
  /** Another student's lesson, on a day for which this student is on the cancellation list. */
  freed: { by: Person; bookingId: string }
  promised: Promised
}

const nothing: Promised = {
  taught: null,
  lesson: null,
  held: null,
  late: null,
  packageId: null,
  proposalId: null,
  conversationId: null,
  feed: null,
  token: null,
  endpointId: null,
}

const isClosing = (state: StudentState) => state === 'closed' || state === 'left'

async function studentFor(product: Product, state: StudentState, coach: Person, hookHost: string) {
  const instructorId = coach.userId
  if (state === 'prospect') {
    const prospect = await signUpProspect(product, 'Jordan Ellis')
    const userId = String(prospect.made.userId)
    return { student: Object.assign(prospect, { userId }), promised: nothing }
  }
  if (state === 'entered') return await enteredStudent(product, coach)
  const student = await product.student(`Sam ${state}`)
  const isConfirmed = state !== 'unconfirmed'
  const { pool } = product.database
  await pool.query('update profiles set email_verified = $2 where id = $1', [student.userId, isConfirmed])
  const taught = await bookPaid(product, student, { instructorId, start: charlotteTime(2, 10) })
  product.clock.moveTo(Date.parse(charlotteTime(2, 12)))
  await needed(coach.post(`/api/bookings/${taught}/completion`))
  product.clock.moveTo(Date.parse(charlotteTime(4, 12)))
  const hold = async (start: string) =>
    String((await student.post('/api/bookings', { instructorId, start, durationMinutes: 60 })).json.bookingId)
  const late = await hold(charlotteTime(8, 9))
  product.clock.advance(16 * 60_000)
  await expireHold(product.services, late)
  const firstOfFive = charlotteTime(16, 9)
  const five = await propose(product, coach, student, { ...fiveLessons, times: [firstOfFive] })
  const drawn = await acceptAndPay(product, student, five, firstOfFive)
  const hook = await student.post('/api/me/webhooks', {
    url: `http://${hookHost}/${student.userId}`,
    events: ['booking.confirmed', 'booking.moved'],
  })
  const asked = { name: 'My app', scopes: ['profile:read'], lifetime: '90' }
  const promised = {
    taught,
    late,
    packageId: String((await student.get('/api/packages')).json[0].id),
    proposalId: await propose(product, coach, student, { times: [charlotteTime(9, 10)] }),
    conversationId: await beginTalk(student, instructorId),
    feed: new URL((await student.post('/api/calendar-feed')).json.url).pathname,
    token: String((await student.post('/api/me/access-tokens', asked)).json.token),
    endpointId: String(hook.json.endpoint.id),
  }
  await needed(
    student.post('/api/cancellation-list', {
      instructorId,
      from: charlotteDay(11),
      to: charlotteDay(11),
      durationMinutes: 60,
    }),
  )
  // Upcoming lessons and holds prevent closing the account.
  if (isClosing(state)) {
    await needed(coach.post(`/api/bookings/${drawn}/cancellation`, {}))
    return { student, promised: { ...nothing, ...promised } }
  }
  const lesson = await bookPaid(product, student, { instructorId, start: charlotteTime(10, 10) })
  return { student, promised: { ...promised, lesson, held: await hold(charlotteTime(12, 15)) } }
}

/** The coach enters two lessons for an address without an account: one paid elsewhere, one with a pending payment. */
async function enteredStudent(product: Product, coach: Person) {
  product.clock.moveTo(Date.parse(charlotteTime(4, 12)))
  const email = `${randomUUID()}@students.test`
  const enter = async (start: string, payment: 'elsewhere' | 'here') =>
    String(
      (
        await coach.post('/api/coach/lessons', {
          student: { is: 'invited', name: 'Pat Moss', email },
          ...{ start, payment, durationMinutes: 60, priceCents: 9_000, confirmed: [] },
          idempotencyKey: randomUUID(),
        })
      ).json.bookingId,
    )
  const lesson = await enter(charlotteTime(10, 10), 'elsewhere')
  const held = await enter(charlotteTime(12, 15), 'here')
  const { rows } = await product.database.pool.query('select student_id as id from bookings where id = $1', [
    lesson,
  ])
  const student = Object.assign(product.visitor(), { email, userId: String(rows[0].id) })
  return { student, promised: { ...nothing, lesson, held } }
}

/** Creates a student for each state, each with a separate coach, without entering the state yet. */
export async function studentsWithPromises(product: Product, hookHost: string): Promise<StudentWorld[]> {
  const worlds: StudentWorld[] = []
  const begin = product.clock.now()
  for (const state of studentStates) {
    product.clock.moveTo(begin)
    const coach = await signedInCoach(product, `Maya of ${state}`)
    const { pool } = product.database
    await pool.query('update profiles set email_verified = true where id = $1', [coach.userId])
    const { student, promised } = await studentFor(product, state, coach, hookHost)
    const by = await product.student('Ann Cole')
    const wish = { instructorId: coach.userId, start: charlotteTime(11, 10) }
    worlds.push({
      state,
      student,
      coach,
      promised,
      freed: { by, bookingId: await bookPaid(product, by, wish) },
    })
  }
  return worlds
}

/** Brings a student into the state, by the product's own commands if possible. */
export async function enterStudentState(
  product: Product,
  { admin, reason }: { admin: Visitor; reason: string },
  { state, student }: StudentWorld,
): Promise<void> {
  const id = student.userId
  switch (state) {
    case 'suspended':
      return needed(admin.post('/api/admin/lists/users/acts/suspend', { ids: [id], shown: 1, reason }))
    case 'closed': {
      const path = `/api/admin/users/${id}/closure`
      const { refundCents } = (await admin.get(path)).json
      return needed(admin.post(path, { reason, refundCents }))
    }
    case 'left': {
      const { refundCents } = (await student.get('/api/me/closure')).json
      return needed(student.post('/api/me/closure', { password, refundCents }))
    }
    case 'demo':
      await product.database.pool.query('update profiles set is_demo = true where id = $1', [id])
      return
    default:
      return
  }
}
