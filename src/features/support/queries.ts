import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import type { adminTicketSchema, Ticket, TicketSummary } from './schema.ts'
import type { TicketStatus } from './support.ts'

const TICKETS_PER_PAGE = 50
/** More than anybody reads; a person's own list is not paged. */
const MOST_OWN_TICKETS = 100

interface Row extends Record<string, unknown> {
  id: string
  user_id: string | null
  user_name: string
  user_email: string
  subject: string
  message: string
  status: TicketStatus
  replies: number
  is_answered: boolean | null
  created: string
  updated: string
}

const columns = sql`t.id, t.user_id, t.user_name, t.user_email, t.subject, t.message, t.status,
  (select count(*)::integer from support_replies r where r.ticket_id = t.id) as replies,
  (select r.is_staff from support_replies r where r.ticket_id = t.id order by r.seq desc limit 1) as is_answered,
  extract(epoch from t.created_at) * 1000 as created, extract(epoch from t.updated_at) * 1000 as updated`

/** A person's tickets, those that moved last first. */
export async function listTicketsOf(db: Queryable, userId: string): Promise<TicketSummary[]> {
  const rows = await read(
    db,
    sql`where t.user_id = ${userId}::uuid order by t.updated_at desc, t.id limit ${MOST_OWN_TICKETS}`,
  )
  return rows.map(summaryOf)
}

/** One ticket of this person with everything written on it, oldest first; null when there is none or it is another's. */
export async function findTicketOf(db: Queryable, userId: string, ticketId: string): Promise<Ticket | null> {
  const [row] = await read(db, sql`where t.id = ${ticketId}::uuid and t.user_id = ${userId}::uuid`)
  if (!row) return null
  const replies = await db.execute<{ id: string; is_staff: boolean; message: string; created: string }>(sql`
    select id, is_staff, message, extract(epoch from created_at) * 1000 as created from support_replies
    where ticket_id = ${ticketId}::uuid order by seq`)
  return {
    ...summaryOf(row),
    replies: replies.rows.map((reply) => ({
      id: reply.id,
      isStaff: reply.is_staff,
      message: reply.message,
      createdAt: toIso(Number(reply.created)),
    })),
  }
}

/** Everybody's tickets for an admin, newest first, fifty a page. */
export async function listTickets(
  db: Queryable,
  { status, page }: { status?: TicketStatus | undefined; page: number },
): Promise<{ total: number; tickets: z.infer<typeof adminTicketSchema>[] }> {
  const which = status ? sql`where t.status = ${status}` : sql``
  const [rows, counted] = await Promise.all([
    read(
      db,
      sql`${which} order by t.created_at desc, t.id limit ${TICKETS_PER_PAGE} offset ${(page - 1) * TICKETS_PER_PAGE}`,
    ),
    db.execute<{ n: number }>(sql`select count(*)::integer as n from support_tickets t ${which}`),
  ])
  return {
    total: counted.rows[0]?.n ?? 0,
    tickets: rows.map((row) => ({
      ...summaryOf(row),
      userId: row.user_id,
      userName: row.user_name,
      userEmail: row.user_email,
    })),
  }
}

const read = async (db: Queryable, which: SQL): Promise<Row[]> =>
  (await db.execute<Row>(sql`select ${columns} from support_tickets t ${which}`)).rows

const summaryOf = (row: Row): TicketSummary => ({
  id: row.id,
  subject: row.subject,
  message: row.message,
  status: row.status,
  replies: row.replies,
  isAnswered: row.is_answered ?? false,
  createdAt: toIso(Number(row.created)),
  updatedAt: toIso(Number(row.updated)),
})

/** Whether the help desk's answer still stands on its ticket. @param clientId names the answer */
export async function isAnswerKept(db: Queryable, clientId: string): Promise<boolean> {
  const found = await db.execute(sql`select 1 from support_replies where client_id = ${clientId}::uuid`)
  return found.rows.length > 0
}
