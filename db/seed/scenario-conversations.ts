import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { listSlots } from '#features/availability/availability.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import type { MessageData } from '#features/messages/message.ts'
import { MINUTE } from '#platform/duration.ts'
import { addDays, dateIn, toIso } from '#platform/time.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import { scenario, scenarioPlaces } from './scenarios.ts'
import { type Line, mayasTalks, morgansTalks, samsTalks, type Talk } from './talk-scripts.ts'

/**
 * What Sam, Maya and several of their people wrote to each other: questions answered by the assistant, a proposal, things read
 * and unread, one conversation that waits for a person and one that was put away. Call when the triggers watch again: they give
 * the messages their places.
 * @param now milliseconds since 1970, UTC
 * @returns how many messages
 */
export async function insertConversations(client: pg.ClientBase, now: number): Promise<number> {
  const offered = await openTimes(client, scenario.keoni.id, now)
  let written = 0
  for (const talk of samsTalks)
    written += await insertTalk(client, talk, { student: scenario.sam.id, coach: talk.coach }, now, offered)
  for (const [coach, talks] of [
    [scenario.maya.id, mayasTalks],
    [scenario.morgan.id, morgansTalks],
  ] as const) {
    const students = await newestStudents(client, coach, talks.length)
    for (const [nth, talk] of talks.entries()) {
      const student = students[nth]
      if (student) written += await insertTalk(client, talk, { student, coach }, now, [])
    }
  }
  return written
}

/** Who had or has lessons with a coach, Sam aside, newest first. */
async function newestStudents(client: pg.ClientBase, coachId: string, atMost: number): Promise<string[]> {
  const found = await client.query<{ id: string }>(
    `select student_id as id from bookings where instructor_id = $1 and student_id <> $2 and status in ('confirmed', 'completed')
     group by 1 order by max(lesson_date) desc, 1 limit $3`,
    [coachId, scenario.sam.id, atMost],
  )
  return found.rows.map(({ id }) => id)
}

interface Pair {
  student: string
  coach: string
}

type Slots = Extract<MessageData, { kind: 'slots' }>['slots']

async function insertTalk(
  client: pg.ClientBase,
  talk: Talk,
  pair: Pair,
  now: number,
  offered: Slots,
): Promise<number> {
  const id = uuidV8(`demo conversation ${talk.key}`)
  const ago = (minutes: number) => new Date(now - minutes * MINUTE)
  const first = talk.lines[0]?.minutesAgo ?? 0
  await client.query(
    `insert into conversations (id, instructor_id, student_id, last_message_at, created_at) values ($1, $2, $3, $4, $4)
     on conflict (instructor_id, student_id) do nothing`,
    [id, pair.coach, pair.student, ago(first)],
  )
  for (const line of talk.lines)
    await insertLine(client, id, pair, line, { at: ago(line.minutesAgo), offered })
  for (const [side, userId] of Object.entries(pair)) {
    const readTo = talk.read?.[side === 'coach' ? 'coach' : 'student'] ?? talk.lines.length
    await client.query(
      `update conversation_participants set last_read_position = $3, last_read_at = $4, archived_at = $5
       where conversation_id = $1 and user_id = $2`,
      [id, userId, readTo, ago(1), talk.archivedBy === side ? ago(2) : null],
    )
  }
  await client.query(
    'update conversations set ai_caddie_disabled = $2, needs_human = $3, needs_human_reason = $4 where id = $1',
    [id, talk.assistantOff ?? false, talk.needsHuman !== undefined, talk.needsHuman ?? null],
  )
  return talk.lines.length
}

async function insertLine(
  client: pg.ClientBase,
  conversationId: string,
  pair: Pair,
  line: Line,
  at: { at: Date; offered: Slots },
) {
  const types = { student: 'text', coach: 'text', caddie: 'ai_response', proposal: 'proposal' }
  await client.query(
    `insert into messages (conversation_id, sender_id, position, content, message_type, data, created_at)
     values ($1, $2, 1, $3, $4, $5, $6)`,
    [
      conversationId,
      line.by === 'student' ? pair.student : pair.coach,
      line.says,
      types[line.by],
      dataOf(line, pair, at.offered),
      at.at,
    ],
  )
}

function dataOf(line: Line, pair: Pair, offered: Slots): string | null {
  if (line.by === 'proposal') {
    const proposalId = uuidV8(`demo proposal ${line.proposal}`)
    return JSON.stringify({ kind: 'proposal', proposalId, event: 'proposed' } satisfies MessageData)
  }
  if (!line.offersTimes || offered.length === 0) return null
  return JSON.stringify({ kind: 'slots', instructorId: pair.coach, slots: offered } satisfies MessageData)
}

/** Three real open times of a coach in the days to come. */
async function openTimes(client: pg.ClientBase, coachId: string, now: number): Promise<Slots> {
  const schedule = await findSchedule(drizzle({ client: client as pg.Client }), coachId, { now })
  if (!schedule) return []
  const { zone } = schedule.rules
  const today = dateIn(now, zone)
  const days = listSlots(schedule.rules, {
    from: addDays(today, 2),
    to: addDays(today, 16),
    durationMinutes: 60,
    now,
  })
  return days
    .flatMap((day) => day.slots.slice(0, 1))
    .slice(0, 3)
    .map(({ start }) => ({
      start: toIso(start),
      durationMinutes: 60,
      zone,
      locationId: scenarioPlaces.keoni,
    }))
}
