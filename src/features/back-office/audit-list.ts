import { sql } from 'drizzle-orm'
import { contains } from '#platform/list-page.ts'
import { auditLog } from '#platform/tables.ts'
import { isUuid } from '#platform/uuid.ts'
import type { AdminList } from '#ports/services.ts'

const nameOf = (id: ReturnType<typeof sql>) => sql`(select p.full_name from profiles p where p.id = ${id})`

const written = sql`(${auditLog.target} || ' ' || coalesce(${auditLog.reason}, ''))`

/** Everything admins changed, and what they did while they acted as somebody else. */
export const auditList: AdminList = {
  name: 'audit-log',
  noun: ['entry', 'entries'],
  from: sql`${auditLog}`,
  id: sql`${auditLog.id}`,
  idKind: 'number',
  columns: {
    createdAt: {
      label: 'When',
      kind: 'instant',
      value: sql`${auditLog.createdAt}`,
      sort: true,
      filter: true,
    },
    actor: { label: 'Who', kind: 'text', value: nameOf(sql`${auditLog.actorId}`) },
    action: {
      label: 'Kind',
      kind: 'choice',
      value: sql`${auditLog.action}`,
      options: [
        { value: 'change', label: 'Change' },
        { value: 'call', label: 'Acting as somebody' },
        { value: 'listen', label: 'Following live' },
        { value: 'file', label: 'File' },
      ],
      filter: true,
    },
    target: { label: 'What', kind: 'text', value: sql`${auditLog.target}`, filter: true, inWords: true },
    subject: { label: 'Concerning', kind: 'text', value: nameOf(sql`${auditLog.subjectId}`) },
    before: { label: 'Before', kind: 'text', value: sql`${auditLog.before}` },
    after: { label: 'After', kind: 'text', value: sql`${auditLog.after}` },
    reason: { label: 'Why', kind: 'text', value: sql`${auditLog.reason}` },
    ids: { label: 'Ids', kind: 'text', value: sql`nullif(${auditLog.ids}::text, '{}')`, minor: true },
    actorId: { label: 'Admin', kind: 'text', value: sql`${auditLog.actorId}`, hidden: true },
    subjectId: { label: 'Person', kind: 'text', value: sql`${auditLog.subjectId}`, hidden: true },
  },
  sortedBy: '-createdAt',
  search: {
    label: 'Procedure, reason or an id',
    words: written,
    // An id is that of a person or of anything an entry names.
    matches: (words) =>
      isUuid(words)
        ? sql`${auditLog.actorId} = ${words} or ${auditLog.subjectId} = ${words}
            or jsonb_path_query_array(${auditLog.ids}, '$.*') @> to_jsonb(${words}::text)`
        : contains(written, words),
  },
}
