import { and, eq } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Audit } from '#platform/audit-log.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { announceAnswer } from './emails.ts'
import { isAnswerKept, listViewers, readNewestAnswer } from './queries.ts'
import type { SendTicketInput } from './schema.ts'
import { scheduleTicketStatus } from './status-notices.ts'
import { statusAfterReply, type TicketStatus, TOO_FAST_MS } from './support.ts'
import { supportReplies, supportTickets, supportViewers } from './tables.ts'

/** Visitors are limited by IP address, members by account, because a clubhouse shares one IP address. */
const TICKETS_PER_SENDER = { points: 8, seconds: 60 * 60 }
const TICKETS_PER_EMAIL = { points: 5, seconds: 24 * 60 * 60 }
const REPLIES_PER_PERSON = { points: 30, seconds: 60 * 60 }

/**
 * Creates a support ticket for a visitor or a member; idempotent. Bots, which fill in the honeypot field or
 * submit too fast, get a normal response, but nothing is stored.
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
 * Adds a reply by its author to a ticket, which is open from then on.
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

/**
 * Closes a ticket on behalf of its author.
 * @throws AppError no_such_ticket
 */
export async function closeOwnTicket(services: Services, actor: Actor, ticketId: string): Promise<void> {
  const closed = await services.db
    .update(supportTickets)
    .set({
      status: 'closed',
      toldStatus: 'closed',
      statusChangedAt: services.clock.now(),
      updatedAt: services.clock.now(),
    })
    .where(and(eq(supportTickets.id, ticketId), eq(supportTickets.userId, actor.userId)))
    .returning({ id: supportTickets.id })
  if (closed.length === 0) throw noSuchTicket()
}

/**
 * Adds an admin's answer to a ticket and notifies its author. The first admin to answer becomes the owner.
 * Nothing is sent when there is a newer reply that the admin has not seen.
 * @throws AppError no_such_ticket, answered_meanwhile
 */
export async function answerTicket(
  services: Services,
  { actor, audit }: { actor: Actor; audit: Audit },
  input: { ticketId: string; clientId: string; adminResponse: string; seenReplies?: number | undefined },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, input.ticketId)
    if (!ticket) throw noSuchTicket()
    await refuseUnread(tx, input)
    const isNew = await writeReply(services, tx, ticket, {
      clientId: input.clientId,
      message: input.adminResponse,
      authorId: actor.userId,
      isStaff: true,
    })
    // A repeated request: the answer is in the audit log already.
    if (!isNew) return await audit.record(tx)
    await setOwnerIfNone(tx, ticket, actor.userId)
    await announceAnswer(services, tx, ticket, input)
    await audit.record(tx, {
      subjectId: ticket.userId,
      ids: { ticketId: ticket.id },
      before: { status: ticket.status },
      after: { status: statusAfterReply(ticket.status, true), answered: true },
    })
  })
}

/**
 * Sets the status of a ticket; any status may follow any other. Its author is notified a little later, if the
 * status is still the same then and is not the one that the author knows.
 * @throws AppError no_such_ticket
 */
export async function setTicketStatus(
  services: Services,
  { actor, audit }: { actor: Actor; audit: Audit },
  input: { ticketId: string; status: TicketStatus },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, input.ticketId)
    if (!ticket) throw noSuchTicket()
    if (ticket.status !== input.status) {
      const now = services.clock.now()
      await tx
        .update(supportTickets)
        .set({
          status: input.status,
          statusChangedAt: now,
          updatedAt: now,
          toldStatus: ticket.toldStatus ?? ticket.status,
        })
        .where(eq(supportTickets.id, ticket.id))
      await setOwnerIfNone(tx, ticket, actor.userId)
      await scheduleTicketStatus(services, tx, { ticketId: ticket.id, changedAt: now })
    }
    await audit.record(tx, {
      subjectId: ticket.userId,
      before: { status: ticket.status },
      after: { status: input.status },
    })
  })
}

/**
 * Assigns a ticket to an admin, or unassigns it.
 * @throws AppError no_such_ticket
 */
export async function setTicketOwner(
  services: Services,
  { actor, audit }: { actor: Actor; audit: Audit },
  { ticketId, isMine }: { ticketId: string; isMine: boolean },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, ticketId)
    if (!ticket) throw noSuchTicket()
    const ownerId = isMine ? actor.userId : null
    await tx.update(supportTickets).set({ ownerId }).where(eq(supportTickets.id, ticketId))
    await audit.record(tx, {
      subjectId: ticket.userId,
      before: { owner: ticket.ownerId },
      after: { owner: ownerId },
    })
  })
}

/**
 * Records that an admin has a ticket open.
 * @returns the other admins who have it open, and the current number of replies
 * @throws AppError no_such_ticket
 */
export async function viewTicket(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  admin: Pick<Actor, 'userId'>,
  ticketId: string,
): Promise<{ viewers: string[]; replies: number }> {
  const now = clock.now()
  const [known] = await db
    .select({ id: supportTickets.id })
    .from(supportTickets)
    .where(eq(supportTickets.id, ticketId))
  if (!known) throw noSuchTicket()
  await db
    .insert(supportViewers)
    .values({ ticketId, adminId: admin.userId, seenAt: now })
    .onConflictDoUpdate({ target: [supportViewers.ticketId, supportViewers.adminId], set: { seenAt: now } })
  const viewers = await listViewers(db, { ticketId, adminId: admin.userId, now })
  return { viewers, replies: (await readNewestAnswer(db, ticketId)).replies }
}

async function setOwnerIfNone(
  tx: Queryable,
  ticket: { id: string; ownerId: string | null },
  ownerId: string,
) {
  if (ticket.ownerId !== null) return
  await tx.update(supportTickets).set({ ownerId }).where(eq(supportTickets.id, ticket.id))
}

/**
 * Rejects an answer when the ticket has replies that the admin has not seen; a repeated request with the same
 * answer is not rejected.
 */
async function refuseUnread(
  tx: Queryable,
  {
    ticketId,
    clientId,
    seenReplies,
  }: { ticketId: string; clientId: string; seenReplies?: number | undefined },
) {
  if (seenReplies === undefined) return
  const { replies, by } = await readNewestAnswer(tx, ticketId)
  if (replies <= seenReplies || (await isAnswerKept(tx, clientId))) return
  throw new AppError(
    'conflict',
    'answered_meanwhile',
    by === null
      ? 'Your answer was not sent: the person wrote again. Read it, then send your answer.'
      : `Your answer was not sent: ${by} answered in the meantime. Read that answer, then send yours if it is still needed.`,
  )
}

export const noSuchTicket = () =>
  new AppError('not_found', 'no_such_ticket', 'We could not find that request.')

async function lockTicket(tx: Queryable, ticketId: string) {
  const [ticket] = await tx.select().from(supportTickets).where(eq(supportTickets.id, ticketId)).for('update')
  return ticket
}

/** @returns false when this reply was stored before */
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
  const status = statusAfterReply(ticket.status, reply.isStaff)
  await tx
    .update(supportTickets)
    .set({
      status,
      updatedAt: now,
      // The author wrote the reply or reads it.
      ...(status === ticket.status ? {} : { statusChangedAt: now, toldStatus: status }),
    })
    .where(eq(supportTickets.id, ticket.id))
  return true
}
