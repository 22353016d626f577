import { eq } from 'drizzle-orm'
import { countWaiting } from '#platform/waiting.ts'
import type { AttentionSource } from '#ports/services.ts'
import { supportTickets as tickets } from './tables.ts'

export const openTickets: AttentionSource = {
  id: 'tickets',
  label: 'Support tickets',
  href: '/?tab=support',
  read: (db) => countWaiting(db, tickets, tickets.createdAt, eq(tickets.status, 'open')),
}
