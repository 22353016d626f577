import { and, inArray, isNull, sql } from 'drizzle-orm'
import type { AdminList } from '#ports/services.ts'
import { trialInterests as trials } from './tables.ts'

/** Who asked for a free trial, the newest first. */
export const trialList: AdminList = {
  name: 'trial-requests',
  noun: ['trial request', 'trial requests'],
  from: sql`${trials}`,
  id: sql`${trials.id}`,
  idKind: 'uuid',
  columns: {
    createdAt: {
      label: 'Requested',
      kind: 'instant',
      value: sql`${trials.createdAt}`,
      sort: true,
      filter: true,
    },
    fullName: { label: 'Name', kind: 'text', value: sql`${trials.fullName}` },
    email: { label: 'Email', kind: 'text', value: sql`${trials.email}` },
    phone: { label: 'Phone', kind: 'text', value: sql`${trials.phone}`, minor: true },
    businessName: { label: 'Business', kind: 'text', value: sql`${trials.businessName}`, minor: true },
    message: { label: 'Message', kind: 'text', isLong: true, value: sql`${trials.message}` },
    contacted: {
      label: 'Contacted',
      kind: 'yes-no',
      value: sql`(${trials.contactedAt} is not null)`,
      filter: true,
    },
    contactedAt: { label: 'Contacted on', kind: 'instant', value: sql`${trials.contactedAt}`, minor: true },
    userId: { label: 'Account', kind: 'text', value: sql`${trials.userId}`, hidden: true },
  },
  sortedBy: '-createdAt',
  search: {
    label: 'Name, email, phone or business',
    words: sql`(${trials.fullName} || ' ' || ${trials.email} || ' ' || ${trials.phone} || ' ' || coalesce(${trials.businessName}, ''))`,
  },
  acts: {
    contact: {
      label: 'Mark as contacted',
      done: 'Marked as contacted',
      confirm: 'Confirm that a team member wrote or called. You cannot undo this.',
      async run({ clock }, tx, ids) {
        const marked = await tx
          .update(trials)
          .set({ contactedAt: clock.now() })
          .where(and(inArray(trials.id, ids), isNull(trials.contactedAt)))
          .returning({ id: trials.id, subjectId: trials.userId })
        return marked.map((one) => ({ ...one, before: { contacted: false }, after: { contacted: true } }))
      },
    },
  },
}
