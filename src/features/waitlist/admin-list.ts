import { and, eq, inArray, sql } from 'drizzle-orm'
import type { AdminList } from '#ports/services.ts'
import { cityWaitlist as waiting } from './tables.ts'
import { skillLabels, skillLevels } from './waitlist.ts'

/** Everybody who waits for a coach in a city, the newest first. */
export const waitlistList: AdminList = {
  name: 'waitlist',
  noun: ['person', 'people'],
  from: sql`${waiting}`,
  id: sql`${waiting.id}`,
  idKind: 'uuid',
  columns: {
    createdAt: {
      label: 'Joined',
      kind: 'instant',
      value: sql`${waiting.createdAt}`,
      sort: true,
      filter: true,
    },
    name: { label: 'Name', kind: 'text', value: sql`${waiting.name}` },
    email: { label: 'Email', kind: 'text', value: sql`${waiting.email}` },
    city: { label: 'City', kind: 'text', value: sql`${waiting.city}`, filter: true, inWords: true },
    state: {
      label: 'State',
      kind: 'text',
      value: sql`${waiting.state}`,
      filter: true,
      inWords: true,
      minor: true,
    },
    skillLevel: {
      minor: true,
      label: 'Skill level',
      kind: 'choice',
      value: sql`${waiting.preferences} ->> 'skillLevel'`,
      options: skillLevels.map((value) => ({ value, label: skillLabels[value] })),
      filter: true,
    },
    maxBudget: {
      label: 'Max budget an hour',
      kind: 'money',
      value: sql`(${waiting.preferences} ->> 'maxBudget')::integer * 100`,
      minor: true,
    },
    status: {
      label: 'Status',
      kind: 'choice',
      value: sql`${waiting.status}`,
      options: [
        { value: 'pending', label: 'Pending' },
        { value: 'notified', label: 'Notified' },
      ],
      filter: true,
    },
    notifiedAt: { label: 'Notified', kind: 'instant', value: sql`${waiting.notifiedAt}`, minor: true },
  },
  sortedBy: '-createdAt',
  search: {
    label: 'Name, email, city or state',
    words: sql`(${waiting.name} || ' ' || ${waiting.email} || ' ' || ${waiting.city} || ' ' || ${waiting.state})`,
  },
  acts: {
    notify: {
      label: 'Mark as notified',
      done: 'Marked as notified',
      confirm: 'Confirm that a team member told them by email or phone. You cannot undo this.',
      async run({ clock }, tx, ids) {
        const marked = await tx
          .update(waiting)
          .set({ status: 'notified', notifiedAt: clock.now() })
          .where(and(inArray(waiting.id, ids), eq(waiting.status, 'pending')))
          .returning({ id: waiting.id, subjectId: waiting.userId })
        return marked.map((one) => ({ ...one, before: { status: 'pending' }, after: { status: 'notified' } }))
      },
    },
  },
}
