import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { ActedOn, ListAct, RowChanged } from '#platform/admin-list.ts'
import { contains } from '#platform/list-page.ts'
import { isUuid } from '#platform/uuid.ts'
import type { AdminList, TransactionServices } from '#ports/services.ts'
import { scheduleTicketStatus } from './status-notices.ts'
import { type TicketStatus, ticketStatuses, ticketStatusLabels } from './support.ts'
import { supportReplies as replies, supportTickets as tickets } from './tables.ts'

/** Gives tickets back the status they had, unless it was changed again since. */
const restoreStatus: NonNullable<ListAct<TransactionServices>['restore']> = async ({ clock }, tx, rows) => {
  const restored: ActedOn[] = []
  const now = clock.now()
  const statusOf = (facts: RowChanged['before']) => ticketStatuses.find((status) => status === facts.status)
  for (const was of ticketStatuses)
    for (const became of ticketStatuses) {
      const ids = rows.flatMap(({ id, before, after }) =>
        statusOf(before) === was && statusOf(after) === became ? [id] : [],
      )
      if (ids.length === 0) continue
      const moved = await tx
        .update(tickets)
        .set({ status: was, statusChangedAt: now, updatedAt: now })
        .where(and(inArray(tickets.id, ids), eq(tickets.status, became)))
        .returning({ id: tickets.id, subjectId: tickets.userId })
      restored.push(...moved.map((one) => ({ ...one, before: { status: became }, after: { status: was } })))
    }
  return restored
}

const moveTo = (status: TicketStatus, label: string): ListAct<TransactionServices> => ({
  label,
  done: 'Ticket status has been updated successfully',
  restore: restoreStatus,
  async run(services, tx, ids) {
    const now = services.clock.now()
    const before = await tx
      .select({ id: tickets.id, status: tickets.status })
      .from(tickets)
      .where(and(inArray(tickets.id, ids), ne(tickets.status, status)))
      .for('update')
    if (before.length === 0) return []
    const moved = await tx
      .update(tickets)
      .set({
        status,
        statusChangedAt: now,
        updatedAt: now,
        toldStatus: sql`coalesce(${tickets.toldStatus}, ${tickets.status})`,
      })
      .where(
        inArray(
          tickets.id,
          before.map(({ id }) => id),
        ),
      )
      .returning({ id: tickets.id, subjectId: tickets.userId })
    for (const { id } of moved) await scheduleTicketStatus(services, tx, { ticketId: id, changedAt: now })
    return moved.map((one) => ({
      ...one,
      before: { status: before.find(({ id }) => id === one.id)?.status ?? null },
      after: { status },
    }))
  },
})

const searchedWords = sql`(${tickets.userName} || ' ' || ${tickets.userEmail} || ' ' || ${tickets.subject} || ' ' || ${tickets.message})`

/** Everybody's questions to support, the newest first. */
export const ticketList: AdminList = {
  name: 'support-tickets',
  noun: ['ticket', 'tickets'],
  from: sql`${tickets}`,
  id: sql`${tickets.id}`,
  idKind: 'uuid',
  columns: {
    createdAt: {
      label: 'Asked',
      kind: 'instant',
      value: sql`${tickets.createdAt}`,
      sort: true,
      filter: true,
    },
    status: {
      label: 'Status',
      kind: 'choice',
      value: sql`${tickets.status}`,
      options: ticketStatuses.map((value) => ({ value, label: ticketStatusLabels[value] })),
      filter: true,
    },
    userName: { label: 'Name', kind: 'text', value: sql`${tickets.userName}` },
    userEmail: { label: 'Email', kind: 'text', value: sql`${tickets.userEmail}`, fileOnly: true },
    subject: { label: 'Subject', kind: 'text', value: sql`${tickets.subject}`, filter: true, inWords: true },
    message: { label: 'Message', kind: 'text', isLong: true, value: sql`left(${tickets.message}, 300)` },
    owner: {
      label: 'Owner',
      kind: 'text',
      value: sql`(select p.full_name from profiles p where p.id = ${tickets.ownerId})`,
    },
    replies: {
      label: 'Replies',
      kind: 'number',
      value: sql`(select count(*) from ${replies} r where r.ticket_id = ${tickets.id})`,
      minor: true,
    },
    updatedAt: { label: 'Updated', kind: 'instant', value: sql`${tickets.updatedAt}`, minor: true },
    userId: { label: 'Account', kind: 'text', value: sql`${tickets.userId}`, hidden: true },
  },
  sortedBy: '-createdAt',
  search: {
    label: 'Name, email, subject, words or an id',
    words: searchedWords,
    matches: (words) =>
      isUuid(words) ? sql`${tickets.id} = ${words}::uuid` : contains(searchedWords, words),
  },
  acts: {
    takeUp: moveTo('in_progress', 'Mark in progress'),
    close: moveTo('closed', 'Close'),
    reopen: moveTo('open', 'Reopen'),
  },
}
