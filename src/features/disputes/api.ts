import { z } from 'zod'
import { noSuchBooking, partyOf } from '#features/bookings/policy.ts'
import { reportRefusalTexts } from '#features/bookings/problem-window.ts'
import { findLesson } from '#features/bookings/queries.ts'
import { AppError } from '#platform/errors.ts'
import { coach, signedIn, student } from '#ports/services.ts'
import { answerProblem, reportProblem } from './commands.ts'
import { disputeDeskApi } from './desk/api.ts'
import { answerRefusalTexts } from './dispute.ts'
import { findReportedProblem } from './queries.ts'
import { answerProblemSchema, lessonProblemSchema, reportProblemSchema } from './schema.ts'

const REPORTS_PER_STUDENT = { points: 10, seconds: 3600 }

export const disputesApi = {
  report: student
    .route({
      method: 'POST',
      path: '/bookings/{bookingId}/problems',
      tags: ['Disputes'],
      summary: 'Report a problem with one of your lessons',
      successStatus: 201,
    })
    .input(reportProblemSchema)
    .output(z.object({ disputeId: z.uuid() }))
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('report-problem', actor.userId, REPORTS_PER_STUDENT)
      const reported = await reportProblem(services, actor, input)
      if (reported.ok) return { disputeId: reported.disputeId }
      if (reported.reason === 'no_such_booking') throw noSuchBooking()
      throw new AppError('conflict', reported.reason, reportRefusalTexts[reported.reason])
    }),

  ofLesson: signedIn
    .route({
      method: 'GET',
      path: '/bookings/{bookingId}/problem',
      tags: ['Disputes'],
      summary: 'The problem reported with one of your lessons, and its status',
    })
    .input(z.object({ bookingId: z.uuid() }))
    .output(lessonProblemSchema.nullable())
    .handler(async ({ input, context: { services, actor } }) => {
      const lesson = await findLesson(services.db, input.bookingId)
      const party = lesson && partyOf(actor, lesson)
      if (!party) throw noSuchBooking()
      const problem = await findReportedProblem(services.db, input.bookingId)
      if (!problem || actor.role === 'admin') return problem
      return party === 'coach' ? problem : { ...problem, answer: null }
    }),

  answer: coach
    .route({
      method: 'POST',
      path: '/bookings/{bookingId}/problem/answer',
      tags: ['Disputes'],
      summary: 'Give your answer to a problem that one of your students reported',
    })
    .input(answerProblemSchema)
    .output(z.object({ answered: z.literal(true) }))
    .handler(async ({ input, context: { services, actor } }) => {
      const answered = await answerProblem(services, actor, input)
      if (answered.ok) return { answered: true as const }
      if (answered.reason === 'no_problem')
        throw new AppError('not_found', 'no_problem', answerRefusalTexts.no_problem)
      throw new AppError('conflict', answered.reason, answerRefusalTexts[answered.reason])
    }),

  ...disputeDeskApi,
}
