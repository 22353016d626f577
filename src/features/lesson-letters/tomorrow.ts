import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { playerNameIn } from '#features/golfers/queries.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter, fillIn } from '#features/notifications/letter.ts'
import { button, page, paragraph } from '#features/notifications/letter-markup.ts'
import type { Queryable } from '#platform/db.ts'
import { doEach } from '#platform/each-item.ts'
import { dateIn, formatClockTime, formatDay, zoneName } from '#platform/time.ts'
import { countOf, listOf } from '#platform/words.ts'
import type { Services } from '#ports/services.ts'
import { sendTomorrowOverviewsJob } from './jobs.ts'

/** One message in the evening to each coach who teaches the next day, with all lessons of that day. */

/** By the clock where the coach teaches. */
const EVENING_HOUR = 18

export const tomorrowsLessonsKind = defineNotificationKind({
  id: 'tomorrows_lessons',
  setting: {
    label: 'Tomorrow’s lessons',
    description: 'The evening before: all lessons of the next day.',
    audience: 'coach',
    isTransactional: false,
    texts: 'on',
    icon: 'bell',
  },
  about: z.object({ what: z.literal('day'), coachId: z.uuid(), date: z.iso.date() }),
  check: async ({ db, env, clock }, { coachId, date }) => {
    const day = await readDay(db, coachId, date)
    if (!day) return { why: 'there are no lessons that day' }
    if (dateIn(clock.now(), day.zone) >= date) return { why: 'the lessons are no longer tomorrow' }
    return { why: null, variables: variablesOf(env.appUrl, day) }
  },
})

export const tomorrowsLessonsCoach = defineLetter({
  key: 'tomorrows-lessons-coach',
  needs: ['schedule_url'],
  variables: ['coach_name', 'day', 'lesson_count', 'first_lesson', 'begins', 'lessons', 'schedule_url'],
  email: {
    name: 'Tomorrow’s lessons: to the coach',
    subject: 'Tomorrow, {{day}}: {{lesson_count}}',
    html: page('Your schedule tomorrow', [
      paragraph('Hello {{coach_name}}, you teach {{lesson_count}} on {{day}}.'),
      '<p style="margin:0 0 24px;white-space:pre-line">{{lessons}}</p>',
      button('Open your schedule', 'schedule_url'),
    ]),
  },
  text: {
    name: 'Tomorrow’s lessons: text to the coach',
    message: '{{site_name}}: {{lesson_count}} tomorrow, {{begins}}. {{schedule_url}}',
  },
  sample: {
    title: 'The evening before',
    to: 'coach',
    kind: tomorrowsLessonsKind,
    values: (appUrl: string) => ({
      coach_name: 'Maya Bennett',
      day: 'Thursday, November 26',
      lesson_count: '2 lessons',
      first_lesson: '9:00 AM EST',
      begins: 'the first at 9:00 AM EST',
      lessons:
        '9:00 AM EST: Sam Rivera, 60-minute Lesson, Longleaf Hollow\n1:30 PM EST: Priya Nair, Short game, Longleaf Hollow',
      schedule_url: `${appUrl}/schedule?view=day&date=2026-11-26`,
    }),
  },
})

interface Day {
  coachId: string
  coachName: string
  /** `yyyy-MM-dd`, by the clock where the coach teaches. */
  date: string
  zone: string
  /** Soonest first; starts in milliseconds since 1970, UTC. */
  lessons: { start: number; zone: string; title: string; student: string; place: string; isClinic: boolean }[]
}

/** The lessons of a coach on a date, and the dates of clinics with their number of participants; null when there are none. */
async function readDay(db: Queryable, coachId: string, date: string): Promise<Day | null> {
  // Raw: days by the coach's own clock.
  const found = await db.execute<{
    coach_name: string
    zone: string
    start: string
    lesson_zone: string
    title: string
    student: string
    place: string
    is_clinic: boolean
  }>(sql`
    select coalesce(c.display_name, p.full_name) as coach_name, c.time_zone as zone,
      extract(epoch from b.lesson_date) * 1000 as start, b.time_zone as lesson_zone, b.lesson_title as title,
      ${playerNameIn({ golferId: sql`b.golfer_id`, studentName: sql`s.full_name` })} as student, b.location_name as place, false as is_clinic
    from instructor_profiles c join profiles p on p.id = c.user_id join bookings b on b.instructor_id = c.user_id
    join profiles s on s.id = b.student_id
    where c.user_id = ${coachId}::uuid and b.status = 'confirmed' and b.called_off_at is null and not b.is_demo and b.clinic_id is null
      and (b.lesson_date at time zone c.time_zone)::date = ${date}::date
    union all
    select coalesce(c.display_name, p.full_name), c.time_zone, extract(epoch from d.starts_at) * 1000, k.time_zone, k.title,
      case when s.taken = 1 then '1 participant' else s.taken || ' participants' end, k.location_name, true
    from instructor_profiles c join profiles p on p.id = c.user_id join clinics k on k.instructor_id = c.user_id
    join clinic_dates d on d.clinic_id = k.id
    join lateral (select count(*) as taken from bookings b where b.clinic_id = k.id and b.status = 'confirmed') s on s.taken > 0
    where c.user_id = ${coachId}::uuid and k.status = 'published' and (d.starts_at at time zone c.time_zone)::date = ${date}::date
    order by start`)
  const [first] = found.rows
  if (!first) return null
  return {
    coachId,
    date,
    coachName: first.coach_name,
    zone: first.zone,
    lessons: found.rows.map(({ start, lesson_zone: zone, is_clinic: isClinic, title, student, place }) => ({
      start: Math.round(Number(start)),
      zone,
      title,
      student,
      place,
      isClinic,
    })),
  }
}

function variablesOf(appUrl: string, { coachName, date, lessons }: Day) {
  const [first] = lessons
  const begins = first ? clockOf(first) : ''
  return {
    coach_name: coachName,
    day: formatDay(`${date}T12:00:00Z`, 'UTC', { long: true }),
    lesson_count: countsOf(lessons),
    first_lesson: begins,
    begins: lessons.length === 1 ? `at ${begins}` : `the first at ${begins}`,
    lessons: linesOf(lessons).join('\n'),
    schedule_url: `${appUrl}${scheduleOf(date)}`,
  }
}

/** `2 lessons and 1 clinic`. */
function countsOf(lessons: Day['lessons']): string {
  const clinics = lessons.filter(({ isClinic }) => isClinic).length
  const counts = [
    [lessons.length - clinics, 'lesson'],
    [clinics, 'clinic'],
  ] as const
  return listOf(counts.filter(([count]) => count > 0).map(([count, noun]) => countOf(count, noun)))
}

const linesOf = (lessons: Day['lessons']): string[] =>
  lessons.map((lesson) => `${clockOf(lesson)}: ${lesson.student}, ${lesson.title}, ${lesson.place}`)

const clockOf = ({ start, zone }: Day['lessons'][number]): string =>
  `${formatClockTime(start, zone)} ${zoneName(start, zone)}`

const scheduleOf = (date: string) => `/schedule?view=day&date=${date}`

/**
 * Tells every coach in whose zone it is evening about the lessons of the next day, once a day. Lessons booked later in the evening have
 * a message of their own. @returns how many coaches
 */
export async function sendTomorrowOverviews(services: Services): Promise<number> {
  return await doEach(services, {
    name: sendTomorrowOverviewsJob.name,
    items: await listCoachesToTell(services.db, services.clock.now()),
    idOf: ({ coachId }) => coachId,
    work: ({ coachId, date }) =>
      services.db.transaction(async (tx) => {
        const day = await readDay(tx, coachId, date)
        if (!day) return
        const variables = variablesOf(services.env.appUrl, day)
        await notifyUser(services, tx, {
          userId: coachId,
          kind: tomorrowsLessonsKind,
          businessKey: date,
          title: `Tomorrow: ${variables.lesson_count}, ${variables.begins}`,
          body: linesOf(day.lessons).join('; '),
          href: scheduleOf(date),
          email: fillIn(tomorrowsLessonsCoach, variables),
          about: { what: 'day', coachId, date },
        })
      }),
  })
}

/** Coaches who teach tomorrow and were not told yet, with that date. @param now milliseconds since 1970, UTC */
async function listCoachesToTell(db: Queryable, now: number): Promise<{ coachId: string; date: string }[]> {
  const present = sql`${new Date(now)}::timestamptz`
  // Raw: days by each coach's own clock. The span of two days lets the index of lessons answer.
  const found = await db.execute<{ coach_id: string; date: string }>(sql`
    select distinct c.user_id as coach_id, (${present} at time zone c.time_zone)::date + 1 || '' as date
    from (
      select b.instructor_id, b.lesson_date as starts_at from bookings b
      where b.status = 'confirmed' and b.called_off_at is null and not b.is_demo and b.clinic_id is null
        and b.lesson_date > ${present} and b.lesson_date < ${present} + interval '2 days'
      union all
      select k.instructor_id, d.starts_at from clinic_dates d join clinics k on k.id = d.clinic_id
      where k.status = 'published' and d.starts_at > ${present} and d.starts_at < ${present} + interval '2 days'
        and exists (select from bookings b where b.clinic_id = k.id and b.status = 'confirmed')
    ) l join instructor_profiles c on c.user_id = l.instructor_id
    where (l.starts_at at time zone c.time_zone)::date = (${present} at time zone c.time_zone)::date + 1
      and extract(hour from ${present} at time zone c.time_zone) >= ${EVENING_HOUR}
      and not exists (select from notifications n where n.user_id = c.user_id and n.kind = ${tomorrowsLessonsKind.id}
        and n.business_key = ((${present} at time zone c.time_zone)::date + 1)::text)
    limit 1000`)
  return found.rows.map((row) => ({ coachId: row.coach_id, date: row.date }))
}
