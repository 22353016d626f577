import { eq } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { Services } from '#ports/services.ts'
import { announceStatus } from './emails.ts'
import { tellOfTicketStatusJob } from './jobs.ts'
import { supportTickets } from './tables.ts'

/** So long after an admin changed a status its user is told: a change that is undone at once tells nobody. */
const PAUSE_MS = 2 * 60_000

/** Tells the person who asked of the status that a ticket has now, a little later, in the transaction that changed it. */
export async function tellOfStatusLater(
  { jobs, clock }: Pick<Services, 'jobs' | 'clock' | 'answers'>,
  tx: Queryable,
  ticketId: string,
): Promise<void> {
  const changedAt = clock.now()
  await jobs.send(
    tx,
    tellOfTicketStatusJob,
    { ticketId, changedAt },
    { id: uuidV8(`ticket-status:${ticketId}:${changedAt}`), notBefore: changedAt + PAUSE_MS },
  )
}

/** Tells the person who asked that the status of their ticket changed, unless it changed again since. Once a change. */
export async function tellOfStatus(
  services: Pick<Services, 'db' | 'jobs' | 'env' | 'clock' | 'answers'>,
  { ticketId, changedAt }: { ticketId: string; changedAt: number },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [ticket] = await tx.select().from(supportTickets).where(eq(supportTickets.id, ticketId))
    if (ticket && ticket.statusChangedAt === changedAt) await announceStatus(services, tx, ticket, changedAt)
  })
}
