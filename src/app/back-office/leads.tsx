import { AdminList, type AdminListProps } from '#features/back-office/components/admin-list.tsx'
import type { RowShown } from '#features/back-office/schema.ts'
import { Badge } from '#ui/badge.tsx'
import { RowAct } from './row-act.tsx'

/** People who wait, saved or asked for something, and whether somebody has got back to them. */

const text = (row: RowShown, name: string) => String(row.cells[name] ?? '')

const coachLink = (row: RowShown) => (
  <a
    href={`/instructor/${text(row, 'coachId')}`}
    target="_blank"
    rel="noreferrer"
    className="underline underline-offset-4"
  >
    <bdi>{text(row, 'coach') || 'Instructor'}</bdi>
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)

/** A list of people of whom each waits until somebody says what was done about them. */
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
    <AdminList
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
            whom={text(row, whom)}
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
const contacted = { column: 'contacted', isDone: true, done: 'Contacted', waiting: 'Not contacted' }

export const Waitlist = () => (
  <Leads
    list="waitlist"
    label="Waitlist"
    empty={{
      title: 'Nobody waits',
      text: 'People who find no coach in their city can leave their address.',
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
    empty={{ title: 'No match was saved yet', text: 'Quiz takers who save their match stand here.' }}
    cells={{ coach: coachLink }}
    status={{ column: 'notified', isDone: true, done: 'Notified', waiting: 'Not notified' }}
    act={notify}
    failures={{ list: 'Failed to load match saves', act: 'Failed to update status' }}
  />
)

export const ProfileSaves = () => (
  <Leads
    list="instructor-saves"
    label="Profile saves"
    empty={{ title: 'No profile was saved yet', text: 'People who save a coach’s profile stand here.' }}
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
    empty={{ title: 'No request yet', text: 'Who asks for the 30-day free trial stands here.' }}
    status={contacted}
    act={contact}
    whom="fullName"
    failures={{ list: 'Failed to load trial requests', act: 'Failed to update' }}
  />
)
