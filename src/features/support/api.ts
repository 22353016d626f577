import { z } from 'zod'
import { siteName } from '#platform/site-name.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { admin, open, signedIn } from '#ports/services.ts'
import {
  answerTicket,
  closeOwnTicket,
  noSuchTicket,
  replyToTicket,
  sendTicket,
  setTicketOwner,
  setTicketStatus,
  viewTicket,
} from './commands.ts'
import { findAnyTicket, findTicketOf, listTickets, listTicketsOf } from './queries.ts'
import {
  adminTicketSchema,
  adminTicketsInput,
  answerTicketSchema,
  anyTicketSchema,
  sendTicketSchema,
  ticketIdSchema,
  ticketOwnerInput,
  ticketReplySchema,
  ticketSchema,
  ticketStatusInput,
  ticketSummarySchema,
  viewersAnswer,
} from './schema.ts'

const tags = ['Support']
const done = z.object({ ok: z.literal(true) })
const ok = { ok: true } as const

export const supportApi = {
  send: open
    .route({
      method: 'POST',
      path: '/support-tickets',
      tags,
      summary: `Ask the people who run ${siteName}`,
      description: 'Open to everybody. Whose question it is follows from the session, never from the body.',
      successStatus: 201,
    })
    .input(sendTicketSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor, ip } }) => {
      await sendTicket(services, { actor, ip }, input)
      return ok
    }),

  contact: open
    .route({ method: 'GET', path: '/support-contact', tags, summary: 'Where people write for help' })
    .output(z.object({ email: z.string() }))
    .handler(({ context }) => ({ email: context.services.env.SUPPORT_EMAIL })),

  tickets: signedIn
    .route({ method: 'GET', path: '/support-tickets', tags, summary: 'Your questions to support' })
    .output(z.array(ticketSummarySchema))
    .handler(({ context: { services, actor } }) => listTicketsOf(services.db, actor.userId)),

  ticket: signedIn
    .route({
      method: 'GET',
      path: '/support-tickets/{ticketId}',
      tags,
      summary: 'A question and its answers',
    })
    .input(ticketIdSchema)
    .output(ticketSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const ticket = await findTicketOf(services.db, actor.userId, input.ticketId)
      if (!ticket) throw noSuchTicket()
      return ticket
    }),

  reply: signedIn
    .route({
      method: 'POST',
      path: '/support-tickets/{ticketId}/replies',
      tags,
      summary: 'Reply to your own question',
      successStatus: 201,
    })
    .input(ticketReplySchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await replyToTicket(services, actor, input)
      return ok
    }),

  close: signedIn
    .route({ method: 'POST', path: '/support-tickets/{ticketId}/closure', tags, summary: 'That answers it' })
    .input(ticketIdSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor } }) => {
      await closeOwnTicket(services, actor, input.ticketId)
      return ok
    }),

  all: admin
    .route({
      method: 'GET',
      path: '/admin/support-tickets',
      tags,
      summary: 'Everybody’s questions, newest first',
    })
    .input(adminTicketsInput)
    .output(z.object({ total: z.int(), tickets: z.array(adminTicketSchema) }))
    .handler(({ input, context }) => listTickets(context.services.db, input)),

  anyTicket: admin
    .route({
      method: 'GET',
      path: '/admin/support-tickets/{ticketId}',
      tags,
      summary: 'A question with everything written on it',
    })
    .input(ticketIdSchema)
    .output(anyTicketSchema)
    .handler(async ({ input: { ticketId }, context: { services, actor } }) => {
      const reader = { ticketId, adminId: actor.userId, now: services.clock.now() }
      const ticket = await findAnyTicket(services.db, reader)
      if (!ticket) throw noSuchTicket()
      return ticket
    }),

  view: admin
    .meta({ changesNothing: true })
    .route({
      method: 'POST',
      path: '/admin/support-tickets/{ticketId}/views',
      tags,
      summary: 'Say that you have a question open; who else has',
    })
    .input(ticketIdSchema)
    .output(viewersAnswer)
    .handler(({ input, context: { services, actor } }) => viewTicket(services, actor, input.ticketId)),

  setOwner: admin
    .route({
      method: 'PUT',
      path: '/admin/support-tickets/{ticketId}/owner',
      tags,
      summary: 'Take a question over, or give it up',
    })
    .input(ticketOwnerInput)
    .output(done)
    .handler(async ({ input, context: { services, actor, audit } }) => {
      await setTicketOwner(services, { actor, audit }, input)
      return ok
    }),

  setStatus: admin
    .route({
      method: 'PUT',
      path: '/admin/support-tickets/{ticketId}/status',
      tags,
      summary: 'Set the status of a question; the person who asked is told',
    })
    .input(ticketStatusInput)
    .output(done)
    .handler(async ({ input, context: { services, actor, audit } }) => {
      await setTicketStatus(services, { actor, audit }, input)
      return ok
    }),

  answer: admin
    .route({
      method: 'POST',
      path: '/functions/send-support-notification',
      tags,
      summary: 'Answer a question; the person who asked also gets it by email',
    })
    .input(answerTicketSchema)
    .output(done)
    .handler(async ({ input, context: { services, actor, audit } }) => {
      await answerTicket(services, { actor, audit }, { ...input, clientId: input.clientId ?? uuidV4() })
      return ok
    }),
}
