import { ScrollText } from 'lucide-react'
import { formatCount } from '#platform/money.ts'
import { Anchor } from '#ui/anchor.tsx'
import { auditChanges, auditHref, auditSentence, isListFile } from '../audit-words.ts'
import type { RowShown } from '../schema.ts'
import { AdminListView } from './admin-list-view.tsx'

const linkClass = 'underline-offset-4 hover:underline'

/** What admins changed and read, of whom, and why. */
export function AuditLog() {
  return (
    <>
      <p className="mb-4 text-sm text-muted">
        Each visit as another person is one entry.{' '}
        <Anchor href="/?tab=acting-log" className="font-medium text-brand hover:underline">
          Show every call of these visits
        </Anchor>
      </p>
      <AdminListView
        list="audit-log"
        label="Audit log"
        failure="Failed to load the audit log"
        empty={{
          icon: ScrollText,
          title: 'No entries yet',
          text: 'Everything that an admin changes appears here.',
        }}
        cells={{ subject, actor, target: sentence, after: changes }}
      />
    </>
  )
}

/** Every call that admins made while acting as another person. */
export function ActingLog() {
  return (
    <AdminListView
      list="acting-log"
      label="Calls while acting as another person"
      failure="Failed to load the calls"
      empty={{
        icon: ScrollText,
        title: 'No calls yet',
        text: 'When an admin acts as another person, every call appears here.',
      }}
      cells={{ subject, actor, target: sentence }}
    />
  )
}

const subject = (row: RowShown) => person(row, 'subject', 'subjectId')
const actor = (row: RowShown) => person(row, 'actor', 'actorId')

function person({ cells }: RowShown, name: string, id: string) {
  if (!cells[id]) return <span className="text-muted">–</span>
  return (
    <Anchor href={`/admin/users/${cells[id]}`} className={linkClass}>
      <bdi>{cells[name] ?? 'A deleted account'}</bdi>
    </Anchor>
  )
}

function sentence({ cells }: RowShown) {
  const ids = read(cells.ids)
  const words = auditSentence({ target: String(cells.target ?? ''), ids, after: read(cells.after) })
  const href = auditHref(ids)
  const calls = typeof cells.calls === 'number' ? cells.calls : 0
  return (
    <span title={words}>
      {href ? (
        <Anchor href={href} className={`font-medium text-brand ${linkClass}`}>
          {words}
        </Anchor>
      ) : (
        words
      )}
      {calls > 0 ? (
        <>
          {', '}
          <Anchor href={`/?tab=acting-log&q=${cells.subjectId}`} className={`text-brand ${linkClass}`}>
            {formatCount(calls)} {calls === 1 ? 'call' : 'calls'}
          </Anchor>
        </>
      ) : null}
    </span>
  )
}

function changes({ cells }: RowShown) {
  // The facts of a file are the filters of its list.
  const words = isListFile(String(cells.target)) ? '' : auditChanges(read(cells.before), read(cells.after))
  return words ? <span title={words}>{words}</span> : <span className="text-muted">–</span>
}

const read = (value: unknown): Record<string, unknown> =>
  typeof value === 'string' ? (JSON.parse(value) as Record<string, unknown>) : {}
