import { Scale } from 'lucide-react'
import { useState } from 'react'
import { AdminListView } from '#features/back-office/components/admin-list-view.tsx'
import { useRefreshLists } from '#features/back-office/components/list-queries.ts'
import { named } from '#features/back-office/components/named-cell.tsx'
import { disputeStatuses } from '#features/bookings/problem-window.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { disputeBadges } from '../dispute.ts'
import { ManageDispute } from './manage-dispute.tsx'

/** Problems that students reported and payments that banks dispute, with their evidence. */
export function Disputes() {
  const [chosen, setChosen] = useState<string | null>(null)
  const refresh = useRefreshLists()
  return (
    <>
      <AdminListView
        list="disputes"
        label="Disputes"
        failure="Failed to load disputes"
        empty={{
          icon: Scale,
          title: 'No disputes',
          text: 'Problems that students report after a lesson, and payments that a bank disputes, appear here.',
        }}
        cells={{
          studentName: named('studentName', 'studentEmail'),
          instructorName: named('instructorName', 'instructorEmail'),
          status: (row) => {
            const status = disputeStatuses.find((one) => one === row.cells.status) ?? 'pending'
            return <Badge tone={disputeBadges[status].tone}>{disputeBadges[status].label}</Badge>
          },
        }}
        actions={(row) => (
          <Button size="sm" aria-haspopup="dialog" onClick={() => setChosen(row.id)}>
            Manage
            <span className="sr-only"> the dispute of {String(row.cells.studentName)}</span>
          </Button>
        )}
      />
      {chosen ? <ManageDispute disputeId={chosen} onClose={() => setChosen(null)} onSaved={refresh} /> : null}
    </>
  )
}
