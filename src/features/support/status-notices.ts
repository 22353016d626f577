import { eq } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { Services } from '#ports/services.ts'
import { announceStatus } from './emails.ts'
import { sendTicketStatusJob } from './jobs.ts'
import { supportTickets } from './tables.ts'

/** The delay before a user is notified of a new status, so that a change undone at once sends nothing. */
const PAUSE_MS = 2 * 60_000

/**
 * Schedules the notice about a ticket's new status, in the transaction of the change.
 * @param changedAt as stored with the status, milliseconds since 1970, UTC
 */
export async function scheduleTicketStatus(
  { jobs }: Pick<Services, 'jobs'>,
  tx: Queryable,
  { ticketId, changedAt }: { ticketId: string; changedAt: number },
): Promise<void> {
  await jobs.send(
    tx,
    sendTicketStatusJob,
    { ticketId, changedAt },
    { id: uuidV8(`ticket-status:${ticketId}:${changedAt}`), notBefore: changedAt + PAUSE_MS },
  )
}

/**
 * Notifies the author of a ticket of its new status, unless it has changed again since, or the author was told of
 * the same status before. Once per change.
 */
export async function sendTicketStatus(
  services: Pick<Services, 'db' | 'jobs' | 'env' | 'clock' | 'answers'>,
  { ticketId, changedAt }: { ticketId: string; changedAt: number },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [ticket] = await tx
      .select()
      .from(supportTickets)
      .where(eq(supportTickets.id, ticketId))
      .for('update')
    if (!ticket || ticket.statusChangedAt !== changedAt || ticket.status === ticket.toldStatus) return
    await tx.update(supportTickets).set({ toldStatus: ticket.status }).where(eq(supportTickets.id, ticketId))
    await announceStatus(services, tx, ticket, changedAt)
  })
}
