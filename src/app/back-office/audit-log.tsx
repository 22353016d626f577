import { ScrollText } from 'lucide-react'
import { AdminList } from '#features/back-office/components/admin-list.tsx'
import type { RowShown } from '#features/back-office/schema.ts'
import { Anchor } from '#ui/anchor.tsx'

/** Everything admins changed, and what they did while acting as somebody: who, what, before, after, why. */
export function AuditLog() {
  return (
    <AdminList
      list="audit-log"
      label="Audit log"
      failure="Failed to load the audit log"
      empty={{
        icon: ScrollText,
        title: 'Nothing yet',
        text: 'Everything an admin changes is written down here.',
      }}
      cells={{
        subject: (row) => person(row, 'subject', 'subjectId'),
        actor: (row) => person(row, 'actor', 'actorId'),
        target: (row) => <code className="text-[0.8125rem] wrap-anywhere">{row.cells.target}</code>,
        before: (row) => facts(row.cells.before),
        after: (row) => facts(row.cells.after),
        ids: (row) => facts(row.cells.ids),
      }}
    />
  )
}

function person({ cells }: RowShown, name: string, id: string) {
  if (!cells[id]) return <span className="text-muted">–</span>
  return (
    <Anchor href={`/admin/users/${cells[id]}`} className="underline-offset-4 hover:underline">
      <bdi>{cells[name] ?? 'Somebody who left'}</bdi>
    </Anchor>
  )
}

/** `{ "status": "open" }` as a line each. */
function facts(value: unknown) {
  if (typeof value !== 'string') return <span className="text-muted">–</span>
  const read: object = JSON.parse(value)
  return (
    <dl className="grid gap-0.5 text-[0.8125rem]">
      {Object.entries(read).map(([name, fact]) => (
        <div key={name}>
          <dt className="inline text-muted">{name}: </dt>
          <dd className="inline wrap-anywhere">{typeof fact === 'string' ? fact : JSON.stringify(fact)}</dd>
        </div>
      ))}
    </dl>
  )
}
