import { sql } from 'drizzle-orm'
import { contains } from '#platform/list-page.ts'
import { auditLog } from '#platform/tables.ts'
import { isUuid } from '#platform/uuid.ts'
import type { AdminList } from '#ports/services.ts'

const nameOf = (id: ReturnType<typeof sql>) => sql`(select p.full_name from profiles p where p.id = ${id})`

/** Counts the calls an admin made while impersonating a user, from this start to the admin's next one. */
const calls = sql`case when ${auditLog.target} = 'accounts.startImpersonation' then (select count(*) from audit_log c
  where c.actor_id = ${auditLog.actorId} and c.subject_id = ${auditLog.subjectId} and c.action <> 'change'
    and c.created_at >= ${auditLog.createdAt}
    and c.created_at < coalesce((select min(n.created_at) from audit_log n where n.actor_id = ${auditLog.actorId}
      and n.target = 'accounts.startImpersonation' and n.created_at > ${auditLog.createdAt}), 'infinity')) end`

const written = sql`(${auditLog.target} || ' ' || coalesce(${auditLog.reason}, ''))`

/** Whether an admin read or downloaded something. Older files of lists are known by their target only. */
const isRead = sql`${auditLog.after} ?| array['read', 'downloaded'] or ${auditLog.target} like 'file of %'`

const shared: AdminList['columns'] = {
  createdAt: { label: 'When', kind: 'instant', value: sql`${auditLog.createdAt}`, sort: true, filter: true },
  actor: { label: 'Admin', kind: 'text', value: nameOf(sql`${auditLog.actorId}`) },
  target: {
    label: 'What',
    kind: 'text',
    isLong: true,
    value: sql`${auditLog.target}`,
    filter: true,
    inWords: true,
  },
  subject: { label: 'Person', kind: 'text', value: nameOf(sql`${auditLog.subjectId}`) },
  ids: { label: 'IDs', kind: 'text', value: sql`nullif(${auditLog.ids}::text, '{}')`, fileOnly: true },
  actorId: { label: 'Admin', kind: 'text', value: sql`${auditLog.actorId}`, hidden: true },
  subjectId: { label: 'Person', kind: 'text', value: sql`${auditLog.subjectId}`, hidden: true },
}

const search: NonNullable<AdminList['search']> = {
  label: 'Action, reason or an ID',
  words: written,
  // Matches the id of a person or of anything else an entry refers to.
  matches: (words) =>
    isUuid(words)
      ? sql`${auditLog.actorId} = ${words} or ${auditLog.subjectId} = ${words}
          or jsonb_path_query_array(${auditLog.ids}, '$.*') @> to_jsonb(${words}::text)`
      : contains(written, words),
}

/**
 * Changes and reads by admins, newest first. Each impersonation is one entry with the number of its calls.
 */
export const auditList: AdminList = {
  name: 'audit-log',
  noun: ['entry', 'entries'],
  from: sql`${auditLog}`,
  where: sql`${auditLog.action} = 'change'`,
  id: sql`${auditLog.id}`,
  idKind: 'number',
  columns: {
    ...shared,
    kind: {
      label: 'Kind',
      kind: 'choice',
      value: sql`case when ${isRead} then 'read' else 'change' end`,
      options: [
        { value: 'change', label: 'Change' },
        { value: 'read', label: 'Read' },
      ],
      filter: true,
      minor: true,
    },
    before: { label: 'Before', kind: 'text', value: sql`${auditLog.before}`, fileOnly: true },
    after: { label: 'Changed', kind: 'text', value: sql`${auditLog.after}` },
    reason: { label: 'Reason', kind: 'text', value: sql`${auditLog.reason}` },
    calls: { label: 'Calls', kind: 'number', value: calls, fileOnly: true },
  },
  sortedBy: '-createdAt',
  search,
}

/** Every call that admins made while impersonating a user, newest first. */
export const actingList: AdminList = {
  name: 'acting-log',
  noun: ['call', 'calls'],
  from: sql`${auditLog}`,
  where: sql`${auditLog.action} <> 'change'`,
  id: sql`${auditLog.id}`,
  idKind: 'number',
  columns: {
    ...shared,
    action: {
      label: 'Kind',
      kind: 'choice',
      value: sql`${auditLog.action}`,
      options: [
        { value: 'call', label: 'Call' },
        { value: 'listen', label: 'Live updates' },
        { value: 'file', label: 'File' },
      ],
      filter: true,
    },
  },
  sortedBy: '-createdAt',
  search,
}
