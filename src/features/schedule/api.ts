import { listLessonsAround, readSettings } from '#features/availability/own-hours/queries.ts'
import { isAllowed, lookAtOwnTime } from '#features/availability/own-times/own-time.ts'
import { proofOf } from '#features/availability/proof-words.ts'
import { findSchedule } from '#features/availability/queries.ts'
import { AppError } from '#platform/errors.ts'
import { addDays, dateIn, toIso } from '#platform/time.ts'
import { coach } from '#ports/services.ts'
import { readSchedule } from './queries.ts'
import { lookedSchema, lookSchema, scheduleRequestSchema, scheduleSchema } from './schema.ts'

const tags = ['Schedule']

/** A coach's own calendar. */
export const scheduleApi = {
  read: coach
    .route({
      method: 'GET',
      path: '/coach/schedule',
      tags,
      summary: 'Lessons, holds, blocks, extra hours and weekly hours over some dates',
    })
    .input(scheduleRequestSchema)
    .output(scheduleSchema)
    .handler(({ input, context: { services, actor } }) =>
      readSchedule(services.db, actor.userId, { ...input, now: services.clock.now() }),
    ),

  look: coach
    .route({
      method: 'GET',
      path: '/coach/schedule/time',
      tags,
      summary: 'Whether a lesson can be put or moved to a time, and what stands in the way',
    })
    .input(lookSchema)
    .output(lookedSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const now = services.clock.now()
      const { durationMinutes, placeId: locationId, bookingId: bookingToIgnore } = input
      const start = Date.parse(input.start)
      const date = dateIn(start, 'UTC')
      const dates = { from: addDays(date, -1), to: addDays(date, 1) }
      const schedule = await findSchedule(services.db, actor.userId, {
        now,
        locationId,
        bookingToIgnore,
        ...dates,
      })
      if (!schedule) throw new AppError('not_found', 'no_such_place', 'You do not teach at this place.')
      const { rules } = schedule
      const wanted = { start, durationMinutes, now }
      const looked = lookAtOwnTime(rules, wanted)
      const lessons = await listLessonsAround(services.db, actor.userId, { ...dates, now })
      const { acts, week, places } = await readSettings(services.db, actor.userId, now)
      const known = {
        lessons: lessons.filter(({ id }) => id !== bookingToIgnore),
        acts,
        places,
        calendars: week.calendars,
      }
      const other = { ofOtherCalendars: [], ofOtherPlaces: [] }
      const reasons = isAllowed(looked, [])
        ? []
        : proofOf({ rules, other }, known, wanted)
            .filter(({ obstacle }) => looked.isFree || !confirmable.has(obstacle))
            .map(({ detail }) => detail)
      return { start: toIso(start), zone: rules.zone, ...looked, reasons }
    }),
}

/** What a coach may confirm, or what binds students alone: it never keeps her from a time. */
const confirmable = new Set(['hours', 'other_calendar', 'other_place', 'block', 'step', 'notice', 'window'])
