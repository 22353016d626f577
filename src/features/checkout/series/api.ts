import type { WeeklyTime } from '#features/availability/weekly-times.ts'
import { AppError } from '#platform/errors.ts'
import { formatDate, toIso } from '#platform/time.ts'
import { open, student } from '#ports/services.ts'
import { isProvenStudent } from '../open-holds.ts'
import { bookingRefused } from '../refusal.ts'
import { bookSeries } from './commands.ts'
import { presentWeeks, readSeriesQuote } from './quote.ts'
import { bookSeriesSchema, heldSeriesSchema, seriesQuoteRequestSchema, seriesQuoteSchema } from './schema.ts'

/** Series held per student and hour. Each blocks up to twelve times for 15 minutes. */
const SERIES_PER_STUDENT = { points: 12, seconds: 3600 }

/** The same per IP address, by accounts without a confirmed email. */
const UNPROVEN_SERIES_PER_ADDRESS = { points: 4, seconds: 3600 }

const tags = ['Bookings']

export const seriesApi = {
  // POST like the quote of one lesson.
  quoteSeries: open
    .meta({ changesNothing: true })
    .route({
      method: 'POST',
      path: '/series-quotes',
      tags,
      summary: 'Lessons at the same time every week: which weeks are free, and what they cost',
    })
    .input(seriesQuoteRequestSchema)
    .output(seriesQuoteSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const studentId = actor?.role === 'student' ? actor.userId : null
      const read = await readSeriesQuote(services, input, { studentId, now: services.clock.now() })
      if (!read.ok) {
        const { reason } = read
        if (reason === 'no_such_package') throw new AppError('not_found', reason, 'There is no such package.')
        throw bookingRefused(reason)
      }
      // A hidden coach's weeks stay available to students with a package.
      if (!read.offer.isListed && input.packageId === undefined && actor?.role !== 'admin')
        throw new AppError('not_found', 'no_such_coach', 'There is no such coach.')
      return read.quote
    }),

  bookSeries: student
    .route({
      method: 'POST',
      path: '/series',
      tags,
      summary: 'Hold lessons at the same time every week, all or none, and start one payment for them',
      successStatus: 201,
    })
    .input(bookSeriesSchema)
    .output(heldSeriesSchema)
    .handler(async ({ input, context: { services, actor, ip } }) => {
      await services.rateLimits.count('book-series', actor.userId, SERIES_PER_STUDENT)
      if (!(await isProvenStudent(services.db, actor.userId)))
        await services.rateLimits.count('unproven-series', ip, UNPROVEN_SERIES_PER_ADDRESS)
      const held = await bookSeries(services, actor, input)
      if (held.ok) return { ...held, holdExpiresAt: toIso(held.holdExpiresAt) }
      if (held.reason === 'weeks_taken') throw weeksTaken('weeks' in held ? held.weeks : [])
      if (held.reason === 'not_weekly')
        throw new AppError(
          'bad_input',
          'not_weekly',
          'Weekly lessons begin at the same time of the same weekday, within twelve weeks.',
        )
      throw bookingRefused(held.reason)
    }),
}

/** Some weeks were lost after the student saw them: nothing was booked, and the answer names them. */
export const weeksTaken = (weeks: readonly WeeklyTime[]) =>
  new AppError(
    'conflict',
    'weeks_taken',
    `No longer free: ${weeks.map(({ date }) => formatDate(date)).join('; ')}. Nothing was booked. Please look at the other weeks and confirm again.`,
    { details: { weeks: presentWeeks(weeks) } },
  )
