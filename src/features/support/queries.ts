import { and, asc, count, desc, eq, getTableColumns, gt, ne, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import type { AnyTicket, adminTicketSchema, Ticket, TicketSummary } from './schema.ts'
import type { TicketStatus } from './support.ts'
import { supportReplies, supportTickets, supportViewers } from './tables.ts'

const TICKETS_PER_PAGE = 50
/** A safe upper bound: a user's own list is not paginated. */
const MOST_OWN_TICKETS = 100

/** Selects tickets with the number of their replies, and whether the newest is by staff. */
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

/** Lists a user's tickets, most recently changed first. */
export async function listTicketsOf(db: Queryable, userId: string): Promise<TicketSummary[]> {
  const rows = await selectTickets(db)
    .where(eq(supportTickets.userId, userId))
    .orderBy(desc(supportTickets.updatedAt), asc(supportTickets.id))
    .limit(MOST_OWN_TICKETS)
  return rows.map(summaryOf)
}

/**
 * Finds a user's ticket with its replies, oldest first; null when it does not exist or belongs to another
 * user.
 */
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

/**
 * Finds any ticket with its replies, for an admin; null when it does not exist.
 * @param adminId the admin who reads it
 * @param now milliseconds since 1970, UTC
 */
export async function findAnyTicket(
  db: Queryable,
  { ticketId, adminId, now }: { ticketId: string; adminId: string; now: number },
): Promise<AnyTicket | null> {
  const [row] = await selectTickets(db).where(eq(supportTickets.id, ticketId))
  if (!row) return null
  const { userId, userName, userEmail, ownerId } = row
  const { replies: _, ...summary } = summaryOf(row)
  const [replies, viewers, owner] = await Promise.all([
    db
      .select({
        id: supportReplies.id,
        isStaff: supportReplies.isStaff,
        message: supportReplies.message,
        createdAt: supportReplies.createdAt,
        by: nameOf(sql`${supportReplies.authorId}`),
      })
      .from(supportReplies)
      .where(eq(supportReplies.ticketId, ticketId))
      .orderBy(asc(supportReplies.seq)),
    listViewers(db, { ticketId, adminId, now }),
    ownerId === null
      ? null
      : db.execute<{ name: string | null }>(sql`select ${nameOf(sql`${ownerId}::uuid`)} as name`),
  ])
  return {
    ...summary,
    userId,
    userName,
    userEmail,
    owner: owner && { name: owner.rows[0]?.name ?? 'A former admin', isMe: ownerId === adminId },
    viewers,
    replies: replies.map(({ by, createdAt, ...reply }) => ({
      ...reply,
      by: reply.isStaff ? by : null,
      createdAt: toIso(createdAt),
    })),
  }
}

/** The name of an account. Raw: it belongs to accounts. */
const nameOf = (id: SQL) => sql<string | null>`(select p.full_name from profiles p where p.id = ${id})`

/** An admin counts as viewing a ticket for this long after the last heartbeat of the page. */
const VIEWS_FOR_MS = 60_000

/**
 * Lists the names of the other admins who have a ticket open.
 * @param of.now milliseconds since 1970, UTC
 */
export async function listViewers(
  db: Queryable,
  { ticketId, adminId, now }: { ticketId: string; adminId: string; now: number },
): Promise<string[]> {
  const rows = await db
    .select({ name: nameOf(sql`${supportViewers.adminId}`) })
    .from(supportViewers)
    .where(
      and(
        eq(supportViewers.ticketId, ticketId),
        ne(supportViewers.adminId, adminId),
        gt(supportViewers.seenAt, now - VIEWS_FOR_MS),
      ),
    )
    .orderBy(asc(supportViewers.seenAt))
  return rows.map(({ name }) => name ?? 'Another admin')
}

/** Reads the number of replies of a ticket, and the author of the newest staff answer. */
export async function readNewestAnswer(db: Queryable, ticketId: string) {
  const rows = await db
    .select({ isStaff: supportReplies.isStaff, by: nameOf(sql`${supportReplies.authorId}`) })
    .from(supportReplies)
    .where(eq(supportReplies.ticketId, ticketId))
    .orderBy(desc(supportReplies.seq))
  return { replies: rows.length, by: rows[0]?.isStaff ? (rows[0].by ?? 'Another admin') : null }
}

/**
 * Reads when the status of a ticket last changed, in milliseconds since 1970, UTC; null when it never changed
 * or the ticket does not exist.
 */
export async function readStatusChangedAt(db: Queryable, ticketId: string): Promise<number | null> {
  const [ticket] = await db
    .select({ at: supportTickets.statusChangedAt })
    .from(supportTickets)
    .where(eq(supportTickets.id, ticketId))
  return ticket?.at ?? null
}

/** Lists all tickets for an admin, newest first, fifty per page. */
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

/**
 * Whether a staff answer is still on its ticket.
 * @param clientId of the answer
 */
export async function isAnswerKept(db: Queryable, clientId: string): Promise<boolean> {
  const { id, clientId: named } = supportReplies
  return (await db.select({ id }).from(supportReplies).where(eq(named, clientId))).length > 0
}
