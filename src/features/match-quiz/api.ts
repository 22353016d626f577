import { z } from 'zod'
import { coachCardSchema } from '#features/search/schema.ts'
import { readVisit } from '#features/tracking/visit-cookie.ts'
import type { RequestContext } from '#platform/procedures.ts'
import { dateIn } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { admin, open } from '#ports/services.ts'
import { answerQuiz, beginQuiz, markSession } from './commands.ts'
import { FIRST_DAY } from './figures.ts'
import { findNearbyInstructors, finishQuiz } from './finish.ts'
import { readFunnel } from './funnel.ts'
import { openMailedMatch } from './mailed-match.ts'
import { saveMatch } from './save-match.ts'
import {
  answerSchema,
  beginSchema,
  funnelInput,
  funnelSchema,
  nearbySchema,
  openMailedSchema,
  quizResultSchema,
  quizStateSchema,
  savedMatchSchema,
  saveMatchSchema,
} from './schema.ts'
import { openQuizSession } from './session.ts'

const tags = ['Match quiz']

// A prospect takes the quiz like any visitor: the answers belong to the browser, not to the demo coach.
const ofOneBrowser = { aboutOneself: true } as const

const takerOf = ({ services, request, answerHeaders, actor, ip }: RequestContext<Services>) => ({
  sessionId: openQuizSession(services, request.headers, answerHeaders),
  visitId: readVisit(services, actor, request.headers),
  actor,
  ip,
})

export const matchQuizApi = {
  begin: open
    .meta(ofOneBrowser)
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
    .meta(ofOneBrowser)
    .route({ method: 'PUT', path: '/match-quiz/answers', tags, summary: 'Answer one question of the quiz' })
    .input(answerSchema)
    .output(quizStateSchema)
    .handler(({ input, context }) => answerQuiz(context.services, takerOf(context), input)),

  finish: open
    .meta(ofOneBrowser)
    .route({
      method: 'POST',
      path: '/match-quiz/{responseId}/result',
      tags,
      summary: 'The coach who fits the answers, with the reasons',
    })
    .input(z.object({ responseId: z.uuid() }))
    .output(quizResultSchema)
    .handler(({ input, context }) => finishQuiz(context.services, takerOf(context), input.responseId)),

  openMailed: open
    .meta(ofOneBrowser)
    .route({
      method: 'POST',
      path: '/match-quiz/mailed',
      tags,
      summary: 'Open a match from the link of its letter',
    })
    .input(openMailedSchema)
    .output(quizStateSchema)
    .handler(({ input, context }) => openMailedMatch(context.services, takerOf(context), input.token)),

  save: open
    .route({
      method: 'POST',
      path: '/match-quiz/saves',
      tags,
      summary: 'Save the coach who was found',
      successStatus: 201,
    })
    .input(saveMatchSchema)
    .output(savedMatchSchema)
    .handler(async ({ input, context }) => ({
      ok: true as const,
      isEmailed: await saveMatch(context.services, takerOf(context), input),
    })),

  funnel: admin
    .route({
      method: 'GET',
      path: '/admin/quiz/funnel',
      tags,
      summary: 'How far sessions of each variant came, and who booked after; days are those of New York',
    })
    .input(funnelInput)
    .output(funnelSchema)
    .handler(async ({ input, context: { services } }) => {
      const from = input.from ?? FIRST_DAY
      const to = input.to ?? dateIn(services.clock.now(), 'America/New_York')
      return { from, to, funnels: await readFunnel(services.db, { from, to }, services.clock.now()) }
    }),

  markTest: admin
    .route({
      method: 'PUT',
      path: '/admin/quiz/sessions/{sessionId}/test',
      tags,
      summary: 'Count a session, with all its responses, as a test or as real',
    })
    .input(z.object({ sessionId: z.uuid(), isTest: z.boolean() }))
    .output(z.object({ rows: z.int() }))
    .handler(async ({ input, context: { services, audit } }) => ({
      rows: await markSession(services.db, audit, input),
    })),

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
