import { and, asc, count, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import type { adminTicketSchema, Ticket, TicketSummary } from './schema.ts'
import type { TicketStatus } from './support.ts'
import { supportReplies, supportTickets } from './tables.ts'

const TICKETS_PER_PAGE = 50
/** More than anybody reads; a person's own list is not paged. */
const MOST_OWN_TICKETS = 100

/** Tickets with how many replies each has, and whether the newest is the help desk's. */
const selectTickets = (db: Queryable) => {
  const replies = db
    .select({ n: count() })
    .from(supportReplies)
    .where(eq(supportReplies.ticketId, supportTickets.id))
  const newest = db
    .select({ isStaff: supportReplies.isStaff })
    .from(supportReplies)
    .where(eq(supportReplies.ticketId, supportTickets.id))
    .orderBy(desc(supportReplies.seq))
    .limit(1)
  return db
    .select({
      ...getTableColumns(supportTickets),
      replies: sql`(${replies})`.mapWith(Number),
      isAnswered: sql<boolean | null>`(${newest})`,
    })
    .from(supportTickets)
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectTickets>>[number]

/** A person's tickets, those that moved last first. */
export async function listTicketsOf(db: Queryable, userId: string): Promise<TicketSummary[]> {
  const rows = await selectTickets(db)
    .where(eq(supportTickets.userId, userId))
    .orderBy(desc(supportTickets.updatedAt), asc(supportTickets.id))
    .limit(MOST_OWN_TICKETS)
  return rows.map(summaryOf)
}

/** One ticket of this person with everything written on it, oldest first; null when there is none or it is another's. */
export async function findTicketOf(db: Queryable, userId: string, ticketId: string): Promise<Ticket | null> {
  const [row] = await selectTickets(db).where(
    and(eq(supportTickets.id, ticketId), eq(supportTickets.userId, userId)),
  )
  if (!row) return null
  return { ...summaryOf(row), replies: await listReplies(db, ticketId) }
}

async function listReplies(db: Queryable, ticketId: string): Promise<Ticket['replies']> {
  const replies = await db
    .select()
    .from(supportReplies)
    .where(eq(supportReplies.ticketId, ticketId))
    .orderBy(asc(supportReplies.seq))
  return replies.map(({ id, isStaff, message, createdAt }) => ({
    id,
    isStaff,
    message,
    createdAt: toIso(createdAt),
  }))
}

/** Anybody's ticket with everything written on it, for an admin; null when there is none. */
export async function findAnyTicket(
  db: Queryable,
  ticketId: string,
): Promise<(Ticket & { userId: string | null; userName: string; userEmail: string }) | null> {
  const [row] = await selectTickets(db).where(eq(supportTickets.id, ticketId))
  if (!row) return null
  const { userId, userName, userEmail } = row
  return { ...summaryOf(row), replies: await listReplies(db, ticketId), userId, userName, userEmail }
}

/** Everybody's tickets for an admin, newest first, fifty a page. */
export async function listTickets(
  db: Queryable,
  { status, page }: { status?: TicketStatus | undefined; page: number },
): Promise<{ total: number; tickets: z.infer<typeof adminTicketSchema>[] }> {
  const which = status ? eq(supportTickets.status, status) : undefined
  const [rows, [counted]] = await Promise.all([
    selectTickets(db)
      .where(which)
      .orderBy(desc(supportTickets.createdAt), asc(supportTickets.id))
      .limit(TICKETS_PER_PAGE)
      .offset((page - 1) * TICKETS_PER_PAGE),
    db.select({ total: count() }).from(supportTickets).where(which),
  ])
  return {
    total: counted?.total ?? 0,
    tickets: rows.map((row) => ({
      ...summaryOf(row),
      userId: row.userId,
      userName: row.userName,
      userEmail: row.userEmail,
    })),
  }
}

const summaryOf = (row: Row): TicketSummary => ({
  id: row.id,
  subject: row.subject,
  message: row.message,
  status: row.status,
  replies: row.replies,
  isAnswered: row.isAnswered ?? false,
  createdAt: toIso(row.createdAt),
  updatedAt: toIso(row.updatedAt),
})

/** Whether the help desk's answer still stands on its ticket. @param clientId names the answer */
export async function isAnswerKept(db: Queryable, clientId: string): Promise<boolean> {
  const { id, clientId: named } = supportReplies
  return (await db.select({ id }).from(supportReplies).where(eq(named, clientId))).length > 0
}
