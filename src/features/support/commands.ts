import { and, eq } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Audit } from '#platform/audit-log.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { announceAnswer } from './emails.ts'
import type { SendTicketInput } from './schema.ts'
import { statusAfterReply, type TicketStatus, TOO_FAST_MS } from './support.ts'
import { supportReplies, supportTickets } from './tables.ts'

/** For a visitor the address counts, for a member the account: a club house shares one address. */
const TICKETS_PER_SENDER = { points: 8, seconds: 60 * 60 }
const TICKETS_PER_EMAIL = { points: 5, seconds: 24 * 60 * 60 }
const REPLIES_PER_PERSON = { points: 30, seconds: 60 * 60 }

/**
 * Takes a question to support, of a visitor or of somebody signed in; sending it twice keeps it once. What fills in the
 * field nobody sees, or a form faster than a person can, is thanked and forgotten.
 * @throws AppError too_many_requests
 */
export async function sendTicket(
  services: Services,
  from: { actor: Actor | null; ip: string },
  input: SendTicketInput,
): Promise<void> {
  const { rateLimits, db, clock } = services
  await rateLimits.count('support-sender', from.actor?.userId ?? from.ip, TICKETS_PER_SENDER)
  await rateLimits.count('support-email', input.email.toLowerCase(), TICKETS_PER_EMAIL)
  if (input.website || (input.filledInMs !== undefined && input.filledInMs < TOO_FAST_MS)) return
  const now = clock.now()
  await db
    .insert(supportTickets)
    .values({
      clientId: input.clientId,
      userId: from.actor?.userId ?? null,
      userEmail: input.email,
      userName: input.name,
      subject: input.subject,
      message: input.message,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: supportTickets.clientId })
}

/**
 * A person writes again on a ticket of theirs, which opens it when it was closed.
 * @throws AppError no_such_ticket, too_many_requests
 */
export async function replyToTicket(
  services: Services,
  actor: Actor,
  input: { ticketId: string; clientId: string; message: string },
): Promise<void> {
  await services.rateLimits.count('support-reply', actor.userId, REPLIES_PER_PERSON)
  await services.db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, input.ticketId)
    if (!ticket || ticket.userId !== actor.userId) throw noSuchTicket()
    await writeReply(services, tx, ticket, { ...input, authorId: actor.userId, isStaff: false })
  })
}

/** The person's question is answered. @throws AppError no_such_ticket */
export async function closeOwnTicket(services: Services, actor: Actor, ticketId: string): Promise<void> {
  const closed = await services.db
    .update(supportTickets)
    .set({ status: 'closed', updatedAt: services.clock.now() })
    .where(and(eq(supportTickets.id, ticketId), eq(supportTickets.userId, actor.userId)))
    .returning({ id: supportTickets.id })
  if (closed.length === 0) throw noSuchTicket()
}

/**
 * An admin answers: the words stand on the ticket, and whoever asked is told.
 * @throws AppError no_such_ticket
 */
export async function answerTicket(
  services: Services,
  { actor, audit }: { actor: Actor; audit: Audit },
  input: { ticketId: string; clientId: string; adminResponse: string },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, input.ticketId)
    if (!ticket) throw noSuchTicket()
    const isNew = await writeReply(services, tx, ticket, {
      clientId: input.clientId,
      message: input.adminResponse,
      authorId: actor.userId,
      isStaff: true,
    })
    // The same answer sent again stands in the log already.
    if (!isNew) return await audit.record(tx)
    await announceAnswer(services, tx, ticket, input)
    await audit.record(tx, {
      subjectId: ticket.userId,
      ids: { ticketId: ticket.id },
      before: { status: ticket.status },
      after: { status: statusAfterReply(ticket.status, true), answered: true },
    })
  })
}

/** An admin moves a ticket between its states, freely. @throws AppError no_such_ticket */
export async function setTicketStatus(
  services: Services,
  audit: Audit,
  input: { ticketId: string; status: TicketStatus },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, input.ticketId)
    if (!ticket) throw noSuchTicket()
    await tx
      .update(supportTickets)
      .set({ status: input.status, updatedAt: services.clock.now() })
      .where(eq(supportTickets.id, ticket.id))
    await audit.record(tx, {
      subjectId: ticket.userId,
      before: { status: ticket.status },
      after: { status: input.status },
    })
  })
}

export const noSuchTicket = () =>
  new AppError('not_found', 'no_such_ticket', 'We could not find that request.')

async function lockTicket(tx: Queryable, ticketId: string) {
  const [ticket] = await tx.select().from(supportTickets).where(eq(supportTickets.id, ticketId)).for('update')
  return ticket
}

/** @returns false when this reply was there already */
async function writeReply(
  services: Pick<Services, 'clock'>,
  tx: Queryable,
  ticket: { id: string; status: TicketStatus },
  reply: { clientId: string; message: string; authorId: string; isStaff: boolean },
): Promise<boolean> {
  const now = services.clock.now()
  const written = await tx
    .insert(supportReplies)
    .values({ ...reply, ticketId: ticket.id, createdAt: now })
    .onConflictDoNothing({ target: supportReplies.clientId })
    .returning({ id: supportReplies.id })
  if (written.length === 0) return false
  await tx
    .update(supportTickets)
    .set({ status: statusAfterReply(ticket.status, reply.isStaff), updatedAt: now })
    .where(eq(supportTickets.id, ticket.id))
  return true
}
