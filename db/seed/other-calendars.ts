import type pg from 'pg'
import { readingRange } from '#features/other-calendars/busy-time.ts'
import { readIcs } from '#features/other-calendars/ics/reader.ts'
import { calendarSealer, hashOfAddress } from '#features/other-calendars/sealing.ts'
import { demoCalendarHost, localCalendarFiles } from '#ports/calendar-files/local.ts'
import { scenario } from './scenarios.ts'

const calendars = [
  {
    id: 'ca1e0001-0000-4000-8000-000000000001',
    coach: scenario.maya,
    file: 'family',
    zone: 'America/New_York',
  },
  {
    id: 'ca1e0002-0000-4000-8000-000000000002',
    coach: scenario.dale,
    file: 'club',
    zone: 'America/Indiana/Indianapolis',
  },
]

/**
 * Maya's family and Dale's club keep calendars of their own, which were read a moment ago.
 * @param secret what addresses are encrypted with
 */
export async function insertOtherCalendars(
  client: pg.ClientBase,
  now: number,
  secret: string,
): Promise<void> {
  const files = localCalendarFiles({
    normalize: (typed) => typed,
    read: () => Promise.reject(new Error('none')),
  })
  for (const { id, coach, file, zone } of calendars) {
    const address = `https://${demoCalendarHost}/${file}.ics`
    const answer = await files.read(address, { etag: null, lastModified: null })
    if (!answer.isChanged) continue
    const { name, busy } = readIcs(answer.file.toString(), { ...readingRange(now), zone, addresses: [] })
    const secrets = { SESSION_SECRET: secret, SECRETS_KEY: undefined }
    const at = new Date(now)
    await client.query(
      `insert into other_calendars (id, instructor_id, kind, name, address, address_hash, etag, last_tried_at, last_read_at,
         written_out_at, next_try_at, created_at)
       values ($1, $2, 'address', $3, $4, $5, $6, $7, $7, $7, $8, $7)`,
      [
        id,
        coach.id,
        name,
        calendarSealer(secrets).seal(address, id),
        hashOfAddress(secrets, address),
        answer.etag,
        at,
        new Date(now + 600_000),
      ],
    )
    await client.query(
      `insert into instructor_busy_times (instructor_id, calendar_id, starts_at, ends_at, title)
       select $1, $2, starts, ends, title from unnest($3::timestamptz[], $4::timestamptz[], $5::text[]) as t (starts, ends, title)`,
      [
        coach.id,
        id,
        busy.map(({ start }) => new Date(start)),
        busy.map(({ end }) => new Date(end)),
        busy.map(({ title }) => title),
      ],
    )
  }
}
