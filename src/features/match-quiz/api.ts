import { z } from 'zod'
import { coachCardSchema } from '#features/search/schema.ts'
import type { RequestContext } from '#platform/procedures.ts'
import type { Services } from '#ports/services.ts'
import { open } from '#ports/services.ts'
import { answerQuiz, beginQuiz, saveMatch } from './commands.ts'
import { findNearbyInstructors, finishQuiz } from './finish.ts'
import {
  answerSchema,
  beginSchema,
  nearbySchema,
  quizResultSchema,
  quizStateSchema,
  saveMatchSchema,
} from './schema.ts'
import { openQuizSession } from './session.ts'

const tags = ['Match quiz']

const takerOf = ({ services, request, answerHeaders, actor, ip }: RequestContext<Services>) => ({
  sessionId: openQuizSession(services, request.headers, answerHeaders),
  actor,
  ip,
})

export const matchQuizApi = {
  begin: open
    .route({
      method: 'POST',
      path: '/match-quiz',
      tags,
      summary: 'Where this browser is in the quiz; begins it where it has not begun',
    })
    .input(beginSchema)
    .output(quizStateSchema)
    .handler(({ input, context }) => beginQuiz(context.services, takerOf(context), input)),

  answer: open
    .route({ method: 'PUT', path: '/match-quiz/answers', tags, summary: 'Answer one question of the quiz' })
    .input(answerSchema)
    .output(quizStateSchema)
    .handler(({ input, context }) => answerQuiz(context.services, takerOf(context), input)),

  finish: open
    .route({
      method: 'POST',
      path: '/match-quiz/{responseId}/result',
      tags,
      summary: 'The coach who fits the answers, with the reasons',
    })
    .input(z.object({ responseId: z.uuid() }))
    .output(quizResultSchema)
    .handler(({ input, context }) => finishQuiz(context.services, takerOf(context), input.responseId)),

  save: open
    .route({
      method: 'POST',
      path: '/match-quiz/saves',
      tags,
      summary: 'Save the coach who was found',
      successStatus: 201,
    })
    .input(saveMatchSchema)
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ input, context }) => {
      await saveMatch(context.services, takerOf(context), input)
      return { ok: true as const }
    }),

  findNearbyInstructors: open
    .meta({ changesNothing: true })
    .route({
      method: 'POST',
      path: '/functions/find-nearby-instructors',
      tags,
      summary: 'Visible coaches within some miles of a ZIP code or a city, the nearest first',
    })
    .input(nearbySchema)
    .output(z.object({ instructors: z.array(coachCardSchema) }))
    .handler(async ({ input, context }) => ({
      instructors: await findNearbyInstructors(context.services, input, context.ip),
    })),
}
