import { count, eq, sql } from 'drizzle-orm'
import type { AttentionSource } from '#ports/services.ts'
import { supportTickets as tickets } from './tables.ts'

/** Tickets that wait for an answer, since they were written or became open again. */
export const openTickets: AttentionSource = {
  id: 'tickets',
  label: 'Support tickets',
  href: '/?tab=support&status=open',
  async read(db) {
    const since = sql`min(coalesce(${tickets.statusChangedAt}, ${tickets.createdAt}))`
    const [found] = await db
      .select({ count: count(), oldest: since.mapWith(tickets.createdAt) })
      .from(tickets)
      .where(eq(tickets.status, 'open'))
    return { count: found?.count ?? 0, oldest: found?.oldest ?? null }
  },
}
