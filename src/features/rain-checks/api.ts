import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { coach, open, signedIn, student } from '#ports/services.ts'
import { callOff, keepAsCredit, readRainCheck, setRule } from './commands.ts'
import { readAffected, readPublicRule, readRule } from './queries.ts'
import {
  affectedSchema,
  calledOffSchema,
  callOffSchema,
  rainCheckSchema,
  rainRuleSchema,
  timesOfDaySchema,
} from './schema.ts'

const tags = ['Rain checks']
const ofBooking = z.object({ bookingId: z.uuid() })

/** What bad weather lets coaches and students do. */
export const rainChecksApi = {
  ofCoach: open
    .route({
      method: 'GET',
      path: '/coaches/{coachId}/rain-check',
      tags,
      summary: 'From which forecast on lessons with a coach can be moved or cancelled without a fee',
    })
    .input(z.object({ coachId: z.uuid() }))
    .output(rainRuleSchema)
    .handler(async ({ input, context: { services } }) => {
      const found = await readPublicRule(services.db, input.coachId)
      if (!found) throw new AppError('not_found', 'no_such_coach', 'There is no such coach.')
      return found
    }),

  rule: coach
    .route({ method: 'GET', path: '/coach/rain-check', tags, summary: 'Your rule for bad weather' })
    .output(rainRuleSchema)
    .handler(
      async ({ context: { services, actor } }) =>
        (await readRule(services.db, actor.userId)) ?? { rule: 'off' },
    ),

  setRule: coach
    .route({
      method: 'PUT',
      path: '/coach/rain-check',
      tags,
      summary: 'The rule for bad weather of lessons booked from now on',
    })
    .input(rainRuleSchema)
    .output(rainRuleSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await setRule(services, actor.userId, input.rule)
      return input
    }),

  affected: coach
    .route({
      method: 'GET',
      path: '/coach/called-off-lessons',
      tags,
      summary: 'Which lessons calling off a part of a day is about',
    })
    .input(timesOfDaySchema)
    .output(affectedSchema)
    .handler(({ input, context: { services, actor } }) =>
      readAffected(services.db, actor.userId, input, services.clock.now()),
    ),

  callOff: coach
    .route({
      method: 'POST',
      path: '/coach/called-off-lessons',
      tags,
      summary: 'Call off lessons of a part of a day because of the weather',
    })
    .input(callOffSchema)
    .output(calledOffSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('call-off', actor.userId, CALLS_OFF)
      return await callOff(services, actor, input)
    }),

  ofLesson: signedIn
    .route({
      method: 'GET',
      path: '/bookings/{bookingId}/rain-check',
      tags,
      summary: 'What the weather lets the student of a lesson do',
    })
    .input(ofBooking)
    .output(rainCheckSchema)
    .handler(({ input, context: { services, actor } }) => readRainCheck(services, actor, input.bookingId)),

  keepAsCredit: student
    .route({
      method: 'POST',
      path: '/bookings/{bookingId}/rain-check/credit',
      tags,
      summary: 'Keep a lesson that the weather ended as a credit',
    })
    .input(ofBooking)
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ input, context: { services, actor } }) => {
      await keepAsCredit(services, actor, input.bookingId)
      return { ok: true }
    }),
}

const CALLS_OFF = { points: 20, seconds: 3_600 }
