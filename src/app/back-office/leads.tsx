import { AdminList } from '#features/back-office/components/admin-list.tsx'
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

const mark = (isDone: boolean, done: string, waiting: string) =>
  isDone ? <Badge tone="green">{done}</Badge> : <Badge tone="yellow">{waiting}</Badge>

export function Waitlist() {
  return (
    <AdminList
      list="waitlist"
      label="Waitlist"
      failure="Failed to load waitlist entries"
      empty={{
        title: 'Nobody waits',
        text: 'People who find no coach in their city can leave their address.',
      }}
      cells={{ status: (row) => mark(row.cells.status === 'notified', 'Notified', 'Pending') }}
      actions={(row) =>
        row.cells.status === 'pending' ? (
          <RowAct
            list="waitlist"
            act="notify"
            rowId={row.id}
            label="Mark as notified"
            whom={text(row, 'name')}
            done="Marked as notified"
            failure="Failed to update entry"
          />
        ) : null
      }
    />
  )
}

export function MatchSaves() {
  return (
    <AdminList
      list="match-saves"
      label="Match saves"
      failure="Failed to load match saves"
      empty={{ title: 'No match was saved yet', text: 'Quiz takers who save their match stand here.' }}
      cells={{
        coach: coachLink,
        notified: (row) => mark(row.cells.notified === true, 'Notified', 'Not notified'),
      }}
      actions={(row) =>
        row.cells.notified === true ? null : (
          <RowAct
            list="match-saves"
            act="notify"
            rowId={row.id}
            label="Mark as notified"
            whom={text(row, 'name')}
            done="Marked as notified"
            failure="Failed to update status"
          />
        )
      }
    />
  )
}

export function ProfileSaves() {
  return (
    <AdminList
      list="instructor-saves"
      label="Profile saves"
      failure="Failed to load instructor saves"
      empty={{ title: 'No profile was saved yet', text: 'People who save a coach’s profile stand here.' }}
      cells={{
        coach: coachLink,
        contacted: (row) => mark(row.cells.contacted === true, 'Contacted', 'Not contacted'),
      }}
      actions={(row) =>
        row.cells.contacted === true ? null : (
          <RowAct
            list="instructor-saves"
            act="contact"
            rowId={row.id}
            label="Mark as contacted"
            whom={text(row, 'name')}
            done="Marked as contacted"
            failure="Failed to update"
          />
        )
      }
    />
  )
}

export function TrialRequests() {
  return (
    <AdminList
      list="trial-requests"
      label="Trial requests"
      failure="Failed to load trial requests"
      empty={{ title: 'No request yet', text: 'Who asks for the 30-day free trial stands here.' }}
      cells={{ contacted: (row) => mark(row.cells.contacted === true, 'Contacted', 'Not contacted') }}
      actions={(row) =>
        row.cells.contacted === true ? null : (
          <RowAct
            list="trial-requests"
            act="contact"
            rowId={row.id}
            label="Mark as contacted"
            whom={text(row, 'fullName')}
            done="Marked as contacted"
            failure="Failed to update"
          />
        )
      }
    />
  )
}
