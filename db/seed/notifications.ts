import type pg from 'pg'
import { HOUR } from '#platform/duration.ts'
import { formatLesson } from '#platform/time.ts'
import { scenario } from './scenarios.ts'

interface Row {
  id: string
  student_id: string
  student_name: string
  starts: string
  booked: string
  duration_minutes: number
  time_zone: string
  location_name: string
  status: string
  problem: string | null
}

interface Told {
  user: string
  kind: string
  key: string
  title: string
  body: string
  href: string
  at: number
}

/** Older ones than this were read. */
const UNREAD_FOR = 36 * HOUR

/** What Sam and Maya were told of late, from the lessons they have: some of it unread. @param now milliseconds since 1970, UTC */
export async function insertNotifications(client: pg.ClientBase, now: number): Promise<void> {
  const { rows } = await client.query<Row>(
    `select b.id, b.student_id, s.full_name as student_name, extract(epoch from b.lesson_date) * 1000 as starts,
       extract(epoch from b.created_at) * 1000 as booked, b.duration_minutes, b.time_zone, b.location_name, b.status,
       extract(epoch from d.created_at) * 1000 as problem
     from bookings b join profiles s on s.id = b.student_id left join payment_disputes d on d.booking_id = b.id
     where b.instructor_id = $1 and b.status in ('confirmed', 'completed')
     order by b.created_at desc limit 40`,
    [scenario.maya.id],
  )
  for (const told of rows.flatMap((row) => aboutLesson(row, now)).slice(0, 60))
    await client.query(
      `insert into notifications (user_id, kind, business_key, title, body, href, read_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
      [
        told.user,
        told.kind,
        told.key,
        told.title,
        told.body,
        told.href,
        told.at < now - UNREAD_FOR ? new Date(told.at + HOUR) : null,
        new Date(told.at),
      ],
    )
}

function aboutLesson(row: Row, now: number): Told[] {
  const starts = Math.round(Number(row.starts))
  const ends = starts + row.duration_minutes * 60_000
  const booked = Math.round(Number(row.booked))
  const when = formatLesson(starts, row.duration_minutes, row.time_zone)
  const whenAndWhere = `${when}, ${row.location_name}`
  const href = `/lessons?lesson=${row.id}`
  const isSams = row.student_id === scenario.sam.id
  const maya = { user: scenario.maya.id, key: row.id, href }
  const sam = { ...maya, user: scenario.sam.id }
  const told: (Told | false)[] = [
    {
      ...maya,
      kind: 'lesson_booked',
      title: `${row.student_name} booked a lesson`,
      body: whenAndWhere,
      at: booked,
    },
    isSams && {
      ...sam,
      kind: 'lesson_booked',
      title: 'You are booked with Coach Maya',
      body: whenAndWhere,
      at: booked,
    },
    isSams &&
      row.status === 'completed' && {
        ...sam,
        kind: 'review_request',
        title: 'How was your lesson with Coach Maya?',
        body: 'A sentence or two helps the next golfer choose.',
        href: `${href}&do=review`,
        at: ends + 24 * HOUR,
      },
    row.problem !== null && {
      ...maya,
      kind: 'dispute',
      title: `${row.student_name} reported a problem`,
      body: `With the lesson of ${when}`,
      at: Math.round(Number(row.problem)),
    },
  ]
  return told.filter((one): one is Told => one !== false && one.at <= now)
}
