import { AppError } from '#platform/errors.ts'
import { addDays, toIso } from '#platform/time.ts'
import { coach } from '#ports/services.ts'
import { checkOwnTime, instantAt } from './own-time.ts'
import { lookedAtTimeSchema, ownTimeSchema } from './schema.ts'

/** Times chosen freely by a coach, for a proposal or to move a lesson. */
export const ownTimesApi = {
  ownTime: coach
    .route({
      method: 'GET',
      path: '/coach/own-time',
      tags: ['Availability'],
      summary: 'Whether you can give a student a time of your choice, and what you should know about it',
    })
    .input(ownTimeSchema)
    .output(lookedAtTimeSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const now = services.clock.now()
      const { date, time, durationMinutes, locationId, bookingId } = input
      const schedule = await services.answers.coach_schedule(services.db, {
        coachId: actor.userId,
        request: {
          now,
          locationId,
          from: addDays(date, -1),
          to: addDays(date, 1),
          bookingToIgnore: bookingId,
        },
      })
      if (!schedule) throw new AppError('not_found', 'no_such_place', 'You do not teach at this place.')
      const start = instantAt(schedule.rules.zone, date, time)
      if (start === null)
        throw new AppError(
          'bad_input',
          'no_such_time',
          'The clocks change then: there is no such time that day.',
        )
      return {
        start: toIso(start),
        zone: schedule.rules.zone,
        ...checkOwnTime(schedule.rules, { start, durationMinutes, now }),
      }
    }),
}
