import { z } from 'zod'
import { admin, signedIn } from '#ports/services.ts'
import { meOf } from '../queries.ts'
import { meSchema } from '../schema.ts'
import { chooseToAct, startImpersonation, stopImpersonation } from './commands.ts'
import { findPeople, listVisits } from './queries.ts'
import { findPeopleSchema, peoplePageSchema, startImpersonationSchema, visitsSchema } from './schema.ts'

const tags = ['Accounts']

export const impersonationApi = {
  people: admin
    .route({ method: 'GET', path: '/admin/people', tags, summary: 'Everyone with an account, newest first' })
    .input(findPeopleSchema)
    .output(peoplePageSchema)
    .handler(({ input, context }) => findPeople(context.services.db, input)),

  startImpersonation: admin
    .route({
      method: 'POST',
      path: '/admin/impersonation',
      tags,
      summary: 'Look at the product as somebody, for an hour and a stated reason',
      successStatus: 201,
    })
    .input(startImpersonationSchema)
    .output(meSchema)
    .handler(async ({ input, context: { services, actor, request, requestId } }) =>
      meOf(await startImpersonation(services, { actor, headers: request.headers, requestId }, input)),
    ),

  actAsPerson: signedIn
    .meta({ whileLooking: true })
    .route({
      method: 'PUT',
      path: '/impersonation/acting',
      tags,
      summary: 'Change things as the person one looks as, not only look',
    })
    .output(meSchema)
    .handler(async ({ context: { services, actor, request } }) =>
      meOf(await chooseToAct(services, actor, request.headers)),
    ),

  stopImpersonation: signedIn
    .meta({ whileLooking: true })
    .route({ method: 'DELETE', path: '/impersonation', tags, summary: 'Be oneself again' })
    .output(z.object({ stopped: z.literal(true) }))
    .handler(async ({ context: { services, actor, request } }) => {
      await stopImpersonation(services, actor, request.headers)
      return { stopped: true as const }
    }),

  visits: signedIn
    .route({
      method: 'GET',
      path: '/me/visits',
      tags,
      summary: 'When our staff looked at your account, and why',
    })
    .output(visitsSchema)
    .handler(({ context: { services, actor } }) =>
      listVisits(services.db, actor.userId, services.clock.now()),
    ),
}
