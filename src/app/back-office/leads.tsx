import { Bookmark, Briefcase, Hourglass, Target } from 'lucide-react'
import { type AdminListProps, AdminListView } from '#features/back-office/components/admin-list-view.tsx'
import { cellText } from '#features/back-office/components/cell.tsx'
import { RowAct } from '#features/back-office/components/row-act.tsx'
import type { RowShown } from '#features/back-office/schema.ts'
import { Badge } from '#ui/badge.tsx'

/** People on waiting lists, with saves or with requests, and whether an admin has contacted them. */

const coachLink = (row: RowShown) => (
  <a
    href={`/instructor/${cellText(row, 'coachId')}`}
    target="_blank"
    rel="noreferrer"
    className="underline underline-offset-4"
  >
    <bdi>{cellText(row, 'coach') || 'Coach'}</bdi>
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)

/** A list of people, each open until an admin marks them as contacted or notified. */
function Leads({
  cells,
  status,
  act,
  whom = 'name',
  failures,
  ...list
}: Pick<AdminListProps, 'list' | 'label' | 'empty' | 'cells'> & {
  /** The column that says whether it was done, what it is then, and the words for both. */
  status: { column: string; isDone: RowShown['cells'][string]; done: string; waiting: string }
  act: { name: string; label: string; done: string }
  /** The column with the person's name. */
  whom?: string
  failures: { list: string; act: string }
}) {
  const isDone = (row: RowShown) => row.cells[status.column] === status.isDone
  return (
    <AdminListView
      {...list}
      failure={failures.list}
      cells={{
        ...cells,
        [status.column]: (row) =>
          isDone(row) ? (
            <Badge tone="green">{status.done}</Badge>
          ) : (
            <Badge tone="yellow">{status.waiting}</Badge>
          ),
      }}
      actions={(row) =>
        isDone(row) ? null : (
          <RowAct
            list={list.list}
            act={act.name}
            rowId={row.id}
            label={act.label}
            whom={cellText(row, whom)}
            done={act.done}
            failure={failures.act}
          />
        )
      }
    />
  )
}

const notify = { name: 'notify', label: 'Mark as notified', done: 'Marked as notified' }
const contact = { name: 'contact', label: 'Mark as contacted', done: 'Marked as contacted' }
const contacted = { column: 'contacted', isDone: true, done: 'Yes', waiting: 'No' }

export const Waitlist = () => (
  <Leads
    list="waitlist"
    label="Waitlist"
    empty={{
      icon: Hourglass,
      title: 'No one is waiting',
      text: 'People who find no coach near them can leave their address, and appear here.',
    }}
    status={{ column: 'status', isDone: 'notified', done: 'Notified', waiting: 'Pending' }}
    act={notify}
    failures={{ list: 'Failed to load waitlist entries', act: 'Failed to update entry' }}
  />
)

export const MatchSaves = () => (
  <Leads
    list="match-saves"
    label="Match saves"
    empty={{
      icon: Target,
      title: 'No matches saved yet',
      text: 'Golfers who save the coach their quiz found appear here.',
    }}
    cells={{ coach: coachLink }}
    status={{ column: 'notified', isDone: true, done: 'Yes', waiting: 'No' }}
    act={notify}
    failures={{ list: 'Failed to load match saves', act: 'Failed to update status' }}
  />
)

export const ProfileSaves = () => (
  <Leads
    list="instructor-saves"
    label="Profile saves"
    empty={{
      icon: Bookmark,
      title: 'No profiles saved yet',
      text: 'Golfers who save a coach’s profile appear here.',
    }}
    cells={{ coach: coachLink }}
    status={contacted}
    act={contact}
    failures={{ list: 'Failed to load instructor saves', act: 'Failed to update' }}
  />
)

export const TrialRequests = () => (
  <Leads
    list="trial-requests"
    label="Trial requests"
    empty={{
      icon: Briefcase,
      title: 'No trial requests yet',
      text: 'Coaches who ask for the 30-day free trial appear here.',
    }}
    status={contacted}
    act={contact}
    whom="fullName"
    failures={{ list: 'Failed to load trial requests', act: 'Failed to update' }}
  />
)
