import { enterStudent, openCoach, send, type Target } from './target.ts'

/** Sends many concurrent requests with the same idempotency key. */
export async function pressAtOnce(target: Target, clicks: number) {
  const { services } = target
  const coach = await openCoach(target)
  const student = await enterStudent(target)
  const start = new Date(
    (Math.floor(services.clock.now() / 86_400_000) + 3) * 86_400_000 + 54_000_000,
  ).toISOString()
  const wish = { instructorId: coach.id, start, durationMinutes: 60, idempotencyKey: 'one-click-of-many' }
  const answers = await Promise.all(
    Array.from({ length: clicks }, () => send(target, '/api/bookings', wish, { cookie: student.cookie })),
  )
  const { rows } = await services.db.$client.query<{ bookings: number; checkouts: number }>(
    `select (select count(*)::int from bookings where student_id = $1) as bookings,
      (select count(*)::int from local_vendor.checkouts c join bookings b on b.id::text = c.booking_id where b.student_id = $1) as checkouts`,
    [student.userId],
  )
  const { bookings = 0, checkouts = 0 } = rows[0] ?? {}
  const wrong = answers
    .filter(({ status }) => status !== 201)
    .map(({ status, json }) => `${status} ${json?.code}`)
  if (bookings !== 1 || checkouts !== 1) wrong.push(`${bookings} bookings, ${checkouts} checkouts`)
  return { wrong, clicks, bookings, checkouts }
}

/** Opens the success page without a payment: once, twice, with the booking's id, and as another user. */
export async function openSuccessPages(target: Target, count: number) {
  const { services } = target
  const coach = await openCoach(target)
  const stranger = await enterStudent(target)
  const wrong: string[] = []
  let opened = 0
  const look = async (path: string, cookie: string) =>
    await target.app.request(`http://greenside.test/api/checkouts/${path}`, { headers: { cookie } })
  for (let at = 0; at < count; at++) {
    const student = at % 3 === 0 ? await enterStudent(target) : stranger
    const day = Math.floor(services.clock.now() / 86_400_000) + 2 + (at % 50)
    const held = await send(
      target,
      '/api/bookings',
      {
        instructorId: coach.id,
        start: new Date(day * 86_400_000 + 61_200_000).toISOString(),
        durationMinutes: 60,
      },
      { cookie: student.cookie },
    )
    if (held.status !== 201) throw new Error(`not held: ${JSON.stringify(held.json)}`)
    const session = String(held.json.checkoutUrl).split('/').at(-1) ?? ''
    for (const path of [session, session, String(held.json.bookingId)]) {
      const own = await look(path, student.cookie)
      opened++
      const { state } = await own.json()
      if (state !== 'processing') wrong.push(`own page says ${state}`)
    }
    if (student !== stranger && (await look(session, stranger.cookie)).status !== 404)
      wrong.push('a stranger may look')
    await send(target, `/api/test-checkouts/${session}/abandon`, {})
    await services.db.$client.query(
      `update bookings set status = 'cancelled', cancelled_at = current_instant(), cancel_reason = 'abandoned' where id = $1 and status = 'pending'`,
      [held.json.bookingId],
    )
  }
  const { rows } = await services.db.$client.query<{ n: number }>(
    `select count(*)::int as n from bookings where instructor_id = $1 and status = 'confirmed'`,
    [coach.id],
  )
  const confirmed = rows[0]?.n ?? -1
  if (confirmed !== 0) wrong.push(`${confirmed} confirmed`)
  return { wrong, opened, confirmed }
}
