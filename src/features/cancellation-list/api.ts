import { z } from 'zod'
import { coach, open, student } from '#ports/services.ts'
import { askForTime, declineOffer, leaveList, leaveListByLink, undoLeaving } from './commands.ts'
import { readLeavingRequest } from './leave-links.ts'
import { readCoachList, readOwnList } from './queries.ts'
import { askForTimeSchema, coachListSchema, leavingRequestSchema, ownListSchema } from './schema.ts'
import { askForSeats, leaveSeats } from './seats/commands.ts'
import { askForSeatsSchema } from './seats/schema.ts'

const tags = ['Cancellation list']
const tokenSchema = z.object({ token: z.string().max(300) })
const done = z.object({ ok: z.literal(true) })

/** Golfers who wait for a time of a coach, and the freed times they are offered. */
export const cancellationListApi = {
  ask: student
    .route({
      method: 'POST',
      path: '/cancellation-list',
      tags,
      summary: 'Hear of times of a coach that open on some dates',
      successStatus: 201,
    })
    .input(askForTimeSchema)
    .output(z.object({ id: z.uuid() }))
    .handler(({ input, context: { services, actor } }) => askForTime(services, actor, input)),

  mine: student
    .route({
      method: 'GET',
      path: '/cancellation-list',
      tags,
      summary: 'What you wait for, and the times held for you',
    })
    .output(ownListSchema)
    .handler(({ context: { services, actor } }) =>
      readOwnList(services.db, actor.userId, services.clock.now()),
    ),

  leave: student
    .route({ method: 'DELETE', path: '/cancellation-list/{requestId}', tags, summary: 'Stop waiting' })
    .input(z.object({ requestId: z.uuid() }))
    .output(done.extend({ undo: z.string().nullable() }))
    .handler(async ({ input, context: { services, actor } }) => ({
      ok: true,
      undo: await leaveList(services, actor.userId, input.requestId),
    })),

  undoLeaving: student
    .route({
      method: 'POST',
      path: '/cancellation-list/restorations',
      tags,
      summary: 'Take your place back after leaving a list, for ten minutes',
    })
    .input(z.object({ undo: z.string().max(300) }))
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await undoLeaving(services, actor.userId, input.undo)
      return { ok: true }
    }),

  askForSeats: student
    .route({
      method: 'POST',
      path: '/clinics/{clinicId}/seat-requests',
      tags,
      summary: 'Hear when seats in a clinic are free, or change how many',
      successStatus: 201,
    })
    .input(askForSeatsSchema)
    .output(z.object({ id: z.uuid() }))
    .handler(({ input, context: { services, actor } }) => askForSeats(services, actor, input)),

  leaveSeats: student
    .route({
      method: 'DELETE',
      path: '/seat-requests/{requestId}',
      tags,
      summary: 'Stop waiting for seats in a clinic',
    })
    .input(z.object({ requestId: z.uuid() }))
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await leaveSeats(services, actor.userId, input.requestId)
      return { ok: true }
    }),

  leaving: open
    .route({
      method: 'GET',
      path: '/cancellation-list/leaving',
      tags,
      summary: 'What the link to leave a list is about',
    })
    .input(tokenSchema)
    .output(leavingRequestSchema)
    .handler(({ input, context: { services } }) => readLeavingRequest(services, input.token)),

  leaveByLink: open
    .route({
      method: 'POST',
      path: '/cancellation-list/leaving',
      tags,
      summary: 'Stop waiting, by the link in a letter',
    })
    .input(tokenSchema)
    .output(leavingRequestSchema)
    .handler(({ input, context: { services, ip } }) => leaveListByLink(services, ip, input.token)),

  pass: student
    .route({
      method: 'POST',
      path: '/cancellation-list/offers/{offerId}/pass',
      tags,
      summary: 'Let the next golfer have a time that is held for you',
    })
    .input(z.object({ offerId: z.uuid() }))
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await declineOffer(services, actor, input.offerId)
      return { ok: true }
    }),

  ofCoach: coach
    .route({
      method: 'GET',
      path: '/coach/cancellation-list',
      tags,
      summary: 'How many golfers wait for you, and what became of freed times',
    })
    .output(coachListSchema)
    .handler(({ context: { services, actor } }) =>
      readCoachList(services.db, actor.userId, services.clock.now()),
    ),
}
