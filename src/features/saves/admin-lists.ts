import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { skillLabels, skillLevels } from '#features/waitlist/waitlist.ts'
import type { AdminList } from '#ports/services.ts'
import { matchSaves, instructorSaves as saves } from './tables.ts'

const coachName = (id: SQL) =>
  sql`(select c.display_name from ${instructorProfiles} c where c.user_id = ${id})`
const preference = (name: string) => sql`${matchSaves.preferences} ->> ${sql.raw(`'${name}'`)}`
const budget = (end: string) =>
  sql`round((${matchSaves.preferences} -> 'budget' ->> ${sql.raw(`'${end}'`)})::numeric * 100)`

/** Quiz takers who saved the coach found for them, the newest first. */
export const matchSaveList: AdminList = {
  name: 'match-saves',
  noun: ['match save', 'match saves'],
  from: sql`${matchSaves}`,
  id: sql`${matchSaves.id}`,
  idKind: 'uuid',
  columns: {
    createdAt: {
      label: 'Saved',
      kind: 'instant',
      value: sql`${matchSaves.createdAt}`,
      sort: true,
      filter: true,
    },
    name: { label: 'Name', kind: 'text', value: sql`${matchSaves.name}` },
    email: { label: 'Email', kind: 'text', value: sql`${matchSaves.email}` },
    coach: { label: 'Matched coach', kind: 'text', value: coachName(sql`${matchSaves.matchedInstructorId}`) },
    city: { label: 'City', kind: 'text', value: preference('city'), filter: true, inWords: true },
    state: { label: 'State', kind: 'text', value: preference('state'), minor: true },
    skillLevel: {
      label: 'Skill level',
      kind: 'choice',
      value: preference('skillLevel'),
      options: skillLevels.map((value) => ({ value, label: skillLabels[value] })),
      minor: true,
    },
    ageRange: { label: 'Age range', kind: 'text', value: preference('ageRange'), minor: true },
    primaryGoal: { label: 'Primary goal', kind: 'text', value: preference('primaryGoal'), minor: true },
    budgetLow: { label: 'Budget from', kind: 'money', value: budget('low'), minor: true },
    budgetHigh: { label: 'Budget to', kind: 'money', value: budget('high'), minor: true },
    notified: { label: 'Notified', kind: 'yes-no', value: sql`${matchSaves.notified}`, filter: true },
    notifiedAt: { label: 'Notified on', kind: 'instant', value: sql`${matchSaves.notifiedAt}`, minor: true },
    coachId: { label: 'Coach', kind: 'text', value: sql`${matchSaves.matchedInstructorId}`, hidden: true },
  },
  sortedBy: '-createdAt',
  search: {
    label: 'Name, email or city',
    words: sql`(${matchSaves.name} || ' ' || ${matchSaves.email} || ' ' || coalesce(${preference('city')}, ''))`,
  },
  acts: {
    notify: {
      label: 'Mark as notified',
      done: 'Marked as notified',
      confirm: 'Confirm that a team member told them by email or phone. You cannot undo this.',
      async run({ clock }, tx, ids) {
        const now = clock.now()
        const marked = await tx
          .update(matchSaves)
          .set({ notified: true, notifiedAt: now, updatedAt: now })
          .where(and(inArray(matchSaves.id, ids), eq(matchSaves.notified, false)))
          .returning({ id: matchSaves.id, subjectId: matchSaves.userId })
        return marked.map((one) => ({ ...one, before: { notified: false }, after: { notified: true } }))
      },
    },
  },
}

/** People who saved a coach's profile and may be called about lessons, the newest first. */
export const instructorSaveList: AdminList = {
  name: 'instructor-saves',
  noun: ['profile save', 'profile saves'],
  from: sql`${saves}`,
  id: sql`${saves.id}`,
  idKind: 'uuid',
  columns: {
    createdAt: { label: 'Saved', kind: 'instant', value: sql`${saves.createdAt}`, sort: true, filter: true },
    name: { label: 'Name', kind: 'text', value: sql`${saves.name}` },
    email: { label: 'Email', kind: 'text', value: sql`${saves.email}` },
    phone: { label: 'Phone', kind: 'text', value: sql`${saves.phone}`, minor: true },
    notes: { label: 'Notes', kind: 'text', isLong: true, value: sql`${saves.notes}` },
    coach: { label: 'Coach', kind: 'text', value: coachName(sql`${saves.instructorId}`) },
    contacted: { label: 'Contacted', kind: 'yes-no', value: sql`${saves.contacted}`, filter: true },
    contactedAt: { label: 'Contacted on', kind: 'instant', value: sql`${saves.contactedAt}`, minor: true },
    coachId: { label: 'Coach', kind: 'text', value: sql`${saves.instructorId}`, hidden: true },
  },
  sortedBy: '-createdAt',
  search: {
    label: 'Name, email or phone',
    words: sql`(${saves.name} || ' ' || ${saves.email} || ' ' || coalesce(${saves.phone}, ''))`,
  },
  acts: {
    contact: {
      label: 'Mark as contacted',
      done: 'Marked as contacted',
      confirm: 'Confirm that a team member wrote or called. You cannot undo this.',
      async run({ clock }, tx, ids) {
        const marked = await tx
          .update(saves)
          .set({ contacted: true, contactedAt: clock.now() })
          .where(and(inArray(saves.id, ids), eq(saves.contacted, false)))
          .returning({ id: saves.id, subjectId: saves.userId })
        return marked.map((one) => ({ ...one, before: { contacted: false }, after: { contacted: true } }))
      },
    },
  },
}
