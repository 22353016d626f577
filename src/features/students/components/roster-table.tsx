import { formatMoney } from '#platform/money.ts'
import { formatClockTime, formatDay, zoneName } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#ui/table.tsx'
import { firstOrder, type RosterSort, type RosterView, rosterSortLabels } from '../roster.ts'
import type { RosterRow } from '../schema.ts'
import { AccessSwitch } from './access-switch.tsx'
import { BroughtMenu } from './brought-menu.tsx'
import { InvitationMenu } from './invitation-menu.tsx'
import { LatestMessage } from './latest-message.tsx'
import { BooksFor, StudentMarks } from './student-marks.tsx'

/** A coach's students as a table with sortable columns. */
export function RosterTable({
  rows,
  zone,
  view,
  onSort,
}: {
  rows: readonly RosterRow[]
  zone: string
  view: RosterView
  onSort: (sort: RosterSort, order: RosterView['order']) => void
}) {
  const sorted = (sort: RosterSort) => ({
    sort:
      view.sort !== sort
        ? ('none' as const)
        : view.order === 'asc'
          ? ('ascending' as const)
          : ('descending' as const),
    onSort: () => onSort(sort, view.sort === sort ? opposite(view.order) : firstOrder(sort)),
  })
  return (
    <Table label="Your students" className="[&_td]:px-3 [&_th]:px-3">
      <TableHead>
        <TableRow>
          <TableHeader {...sorted('name')}>Student</TableHeader>
          <TableHeader numeric {...sorted('lessons')}>
            Lessons
          </TableHeader>
          <TableHeader {...sorted('last')}>{rosterSortLabels.last}</TableHeader>
          <TableHeader {...sorted('next')}>{rosterSortLabels.next}</TableHeader>
          <TableHeader numeric {...sorted('spent')}>
            Spent
          </TableHeader>
          <TableHeader numeric {...sorted('credits')}>
            Credits
          </TableHeader>
          <TableHeader {...sorted('word')}>Last message</TableHeader>
          <TableHeader numeric>Access</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.studentId ?? row.invitationId ?? row.broughtId} interactive>
            <TableCell className="max-w-60">
              <Who row={row} zone={zone} />
            </TableCell>
            <TableCell numeric>{row.studentId ? row.lessonsHad : <Nothing />}</TableCell>
            <TableCell className="tabular whitespace-nowrap">
              {row.lastLesson ? (
                formatDay(row.lastLesson.start, row.lastLesson.zone, { year: true })
              ) : (
                <Nothing />
              )}
            </TableCell>
            <TableCell className="tabular whitespace-nowrap">
              {row.nextLesson ? <NextLesson lesson={row.nextLesson} /> : <Nothing />}
            </TableCell>
            <TableCell numeric>{row.studentId ? formatMoney(row.spentCents) : <Nothing />}</TableCell>
            <TableCell numeric>{row.creditsLeft > 0 ? row.creditsLeft : <Nothing />}</TableCell>
            <TableCell className="max-w-48">
              {row.lastWord ? <LatestMessage word={row.lastWord} zone={zone} /> : <Nothing />}
            </TableCell>
            <TableCell numeric>
              <RowControl row={row} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

const opposite = (order: RosterView['order']) => (order === 'asc' ? 'desc' : 'asc')

function Who({ row, zone }: { row: RosterRow; zone: string }) {
  return (
    <div className="flex items-center gap-3">
      <Avatar name={row.name} src={row.pictureUrl} size="sm" decorative />
      <div className="min-w-0">
        <StudentName row={row} className="block truncate" />
        <BooksFor row={row} />
        <div className="mt-0.5 empty:hidden">
          <StudentMarks row={row} zone={zone} />
        </div>
      </div>
    </div>
  )
}

/** A name that links to the student's page; invited people have no page yet. */
export function StudentName({ row, className }: { row: RosterRow; className?: string }) {
  if (!row.studentId || row.isInvited)
    return (
      <span className={className}>
        <bdi className="font-semibold">{row.name}</bdi>
      </span>
    )
  return (
    <Anchor
      href={`/your-students/${row.studentId}`}
      className={`font-semibold hover:underline ${className ?? ''}`}
    >
      <bdi>{row.name}</bdi>
    </Anchor>
  )
}

function NextLesson({ lesson }: { lesson: NonNullable<RosterRow['nextLesson']> }) {
  const { bookingId, start, zone } = lesson
  return (
    <Anchor href={`/lessons?lesson=${bookingId}`} className="block hover:underline">
      {formatDay(start, zone)}
      <span className="block text-sm text-muted">
        {formatClockTime(start, zone)} {zoneName(start, zone)}
      </span>
    </Anchor>
  )
}

/** The quick action of a row. */
export function RowControl({ row, withLabel }: { row: RosterRow; withLabel?: boolean }) {
  const { studentId, invitation, invitationId, broughtId } = row
  if (broughtId) return <BroughtMenu broughtId={broughtId} name={row.name} />
  if (invitation && invitationId) return <InvitationMenu row={{ name: row.name, invitationId, invitation }} />
  if (!studentId || row.isFormer || row.isInvited) return withLabel ? null : <Nothing />
  return <AccessSwitch student={{ ...row, studentId }} withLabel={withLabel ?? false} />
}

const Nothing = () => (
  <span className="text-muted">
    <span aria-hidden>–</span>
    <span className="sr-only">none</span>
  </span>
)
