import { expireHold } from '#features/checkout/hold-expiry.ts'
import { releaseDuePayouts } from '#features/payouts/release.ts'
import type { startGoogleDouble } from './google-double.ts'
import { bookPaid, signedInCoach } from './lessons.ts'
import { charlotteDay, charlotteTime } from './now.ts'
import type { testProduct, Visitor } from './product.ts'
import { acceptAndPay, fiveLessons, propose } from './proposals.ts'
import { signUpProspect } from './showroom.ts'
import { beginTalk } from './talks.ts'

/** Coaches in every account state, with students to whom commitments were made before the coach entered the state. */

type Product = ReturnType<typeof testProduct>
type Person = Awaited<ReturnType<Product['student']>>
type Reason = { admin: Visitor; reason: string }

/** `closed` by an admin, `left` by closing the account oneself, `prospect` a prospective coach with read-only demo access. */
export const coachStates = [
  'open',
  'hidden',
  'unconfirmed',
  'suspended',
  'closed',
  'left',
  'prospect',
  'demo',
] as const
export type CoachState = (typeof coachStates)[number]

/** Each coach teaches in a different city, far from the others, so that each list of nearest coaches contains only one of them. */
const zips: Record<CoachState, string> = {
  open: '28202',
  hidden: '30303',
  unconfirmed: '33130',
  suspended: '32801',
  closed: '15222',
  left: '02108',
  prospect: '44114',
  demo: '14202',
}

/** The Google double, and the host that receives the coaches' webhooks. */
export interface Outside {
  google: Awaited<ReturnType<typeof startGoogleDouble>>
  hookHost: string
}

/** A coach's commitments to students. Booking ids unless noted otherwise. */
interface Promised {
  /** Has taken two lessons and reviewed one. */
  lea: Person
  reviewed: string
  taught: string
  /** Has a package, a conversation and a held time. */
  kim: Person
  packageId: string
  conversationId: string
  /** Has an upcoming lesson and a proposal for another. */
  sam: Person
  proposalId: string
  /** Has a proposal for a package. */
  gil: Person
  packageProposalId: string
  /** A hold that has expired. */
  late: string
  /** Has a lesson on a day for which Bea is on the cancellation list. */
  ann: Person
  bea: Person
  /** Null for closed accounts, because upcoming lessons and holds prevent closing. */
  lesson: string | null
  freed: string | null
  held: string | null
  /** The coach's own: calendar feed path, access token, webhook endpoint. */
  feed: string
  token: string
  endpointId: string
}

export interface CoachWorld {
  state: CoachState
  zip: string
  coach: Visitor & { email: string; userId: string }
  instructorId: string
  /** A student without any commitments. */
  newcomer: Person
  /** Null for a prospect. */
  promised: Promised | null
}

const isClosing = (state: CoachState) => state === 'closed' || state === 'left'

/** Creates a coach with lessons that are taught before the others are booked. */
async function beginCoach(product: Product, state: CoachState) {
  const { pool } = product.database
  const coach = await signedInCoach(product, `Maya ${state}`)
  const isConfirmed = state !== 'unconfirmed'
  await pool.query('update profiles set email_verified = $2 where id = $1', [coach.userId, isConfirmed])
  await pool.query(
    `update instructor_teaching_locations l set city = z.city, state = z.state, lat = z.lat, lng = z.lng
     from zip_codes z where z.zip = $2 and l.instructor_id = $1`,
    [coach.userId, zips[state]],
  )
  // An account with money owed to it cannot be closed, so the payout must be sent first.
  if (isClosing(state)) await coach.post('/api/coach/payout-account')
  const lea = await product.student('Lea Marsh')
  const wish = { instructorId: coach.userId }
  const reviewed = await bookPaid(product, lea, { ...wish, start: charlotteTime(2, 10) })
  const taught = await bookPaid(product, lea, { ...wish, start: charlotteTime(2, 12) })
  return { state, coach, lea, reviewed, taught }
}

async function promiseOf(
  product: Product,
  outside: Outside,
  { state, coach, lea, reviewed, taught }: Awaited<ReturnType<typeof beginCoach>>,
): Promise<CoachWorld> {
  const instructorId = coach.userId
  await coach.signInAgain()
  await lea.signInAgain()
  await lea.post(`/api/bookings/${reviewed}/review`, { rating: 5, comment: 'Clear and calm' })
  await coach.post(`/api/bookings/${reviewed}/note`, { note: 'Keep the tempo' })
  if (!isClosing(state)) await coach.post('/api/coach/payout-account')
  const [sam, kim, dan] = await three(product, 'Sam Rivera', 'Kim Ode', 'Dan Fry')
  const [bea, ann, gil] = await three(product, 'Bea Lind', 'Ann Cole', 'Gil Roth')
  const hold = async (who: Person, start: string) =>
    String((await who.post('/api/bookings', { instructorId, start, durationMinutes: 60 })).json.bookingId)
  const late = await hold(dan, charlotteTime(12, 9))
  const firstOfFive = charlotteTime(16, 9)
  const five = await propose(product, coach, kim, { ...fiveLessons, times: [firstOfFive] })
  const drawn = await acceptAndPay(product, kim, five, firstOfFive)
  const asked = await bea.post('/api/cancellation-list', {
    instructorId,
    from: charlotteDay(11),
    to: charlotteDay(11),
    durationMinutes: 60,
  })
  if (asked.status !== 201) throw new Error(asked.text)
  const promised: Promised = {
    ...{ lea, reviewed, taught, kim, sam, gil, ann, bea, late },
    packageId: String((await kim.get('/api/packages')).json[0].id),
    conversationId: await beginTalk(kim, instructorId),
    proposalId: await propose(product, coach, sam, { times: [charlotteTime(14, 10)] }),
    packageProposalId: await propose(product, coach, gil, { ...fiveLessons, times: [charlotteTime(15, 10)] }),
    ...(await ownThings(outside, coach)),
    ...{ lesson: null, freed: null, held: null },
  }
  // Upcoming lessons and holds prevent closing the account.
  if (isClosing(state)) await coach.post(`/api/bookings/${drawn}/cancellation`, {})
  else {
    promised.lesson = await bookPaid(product, sam, { instructorId, start: charlotteTime(10, 10) })
    promised.freed = await bookPaid(product, ann, { instructorId, start: charlotteTime(11, 10) })
  }
  product.clock.advance(16 * 60_000)
  await expireHold(product.services, late)
  if (!isClosing(state)) promised.held = await hold(kim, charlotteTime(12, 15))
  return {
    ...{ state, zip: zips[state], coach, instructorId, promised },
    newcomer: await product.student('Nell Ashby'),
  }
}

async function three(product: Product, ...names: [string, string, string]) {
  const [first, second, third] = names
  return [await product.student(first), await product.student(second), await product.student(third)] as const
}

/** Creates a calendar feed, an access token and a webhook endpoint, and connects Google Calendar. */
async function ownThings({ google, hookHost }: Outside, coach: Person) {
  const url = `http://${hookHost}/${coach.userId}`
  const events = ['booking.confirmed', 'booking.cancelled', 'booking.moved']
  const hook = await coach.post('/api/me/webhooks', { url, events })
  const asked = { name: 'My site', scopes: ['profile:read'], lifetime: '90' }
  const token = await coach.post('/api/me/access-tokens', asked)
  const consent = await coach.post('/api/coach/google-calendar/consents', {})
  const account = googleAccountOf(coach.userId)
  await coach.post('/api/coach/google-calendar', google.allow(String(consent.json.url), account))
  const { version } = (await coach.get('/api/coach/other-calendars')).json.google.connection
  const choice = JSON.stringify({ busy: [], target: account, version })
  const headers = { 'content-type': 'application/json' }
  const chosen = await coach.send('PUT', '/api/coach/google-calendar/choice', choice, headers)
  if (chosen.status >= 300) throw new Error(chosen.text)
  return {
    feed: new URL((await coach.post('/api/calendar-feed')).json.url).pathname,
    token: String(token.json.token),
    endpointId: String(hook.json.endpoint.id),
  }
}

export const googleAccountOf = (instructorId: string) => `${instructorId}@gmail.test`

/** Creates a coach for each state, without entering the state yet. */
export async function coachesWithPromises(product: Product, outside: Outside): Promise<CoachWorld[]> {
  const begun = []
  for (const state of coachStates) if (state !== 'prospect') begun.push(await beginCoach(product, state))
  product.clock.moveTo(Date.parse(charlotteTime(2, 14)))
  for (const { coach, reviewed, taught } of begun) {
    await coach.signInAgain()
    for (const id of [reviewed, taught]) await coach.post(`/api/bookings/${id}/completion`)
  }
  product.clock.moveTo(Date.parse(charlotteTime(7, 9)))
  await releaseDuePayouts(product.services)
  const worlds = []
  for (const one of begun) worlds.push(await promiseOf(product, outside, one))
  const prospect = await signUpProspect(product, 'Jordan Ellis')
  const userId = String(prospect.made.userId)
  worlds.splice(coachStates.indexOf('prospect'), 0, {
    state: 'prospect',
    zip: zips.prospect,
    coach: Object.assign(prospect, { userId }),
    instructorId: userId,
    newcomer: await product.student('Nell Ashby'),
    promised: null,
  })
  return worlds
}

/** Brings a coach into the state, by the product's own commands if possible. */
export async function enterState(
  product: Product,
  { admin, reason }: Reason,
  { state, instructorId: id, coach }: CoachWorld,
): Promise<void> {
  const { pool } = product.database
  switch (state) {
    case 'hidden':
      await pool.query('update instructor_profiles set is_visible = false where user_id = $1', [id])
      return
    case 'suspended':
      return needed(admin.post('/api/admin/lists/users/acts/suspend', { ids: [id], shown: 1, reason }))
    case 'closed': {
      const path = `/api/admin/users/${id}/closure`
      const { refundCents } = (await admin.get(path)).json
      return needed(admin.post(path, { reason, refundCents }))
    }
    case 'left': {
      await coach.post('/api/sessions', { email: coach.email, password })
      const { refundCents } = (await coach.get('/api/me/closure')).json
      return needed(coach.post('/api/me/closure', { password, refundCents }))
    }
    case 'demo':
      await pool.query('update instructor_profiles set takes_demo_bookings = true where user_id = $1', [id])
      await pool.query('update profiles set is_demo = true where id = $1', [id])
      return
    default:
      return
  }
}

/** The password of all test accounts. */
export const password = 'fairway-seven'

export async function needed(asked: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await asked
  if (status >= 300) throw new Error(`answered ${status}: ${text}`)
}
