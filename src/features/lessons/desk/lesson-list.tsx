import { CalendarClock } from 'lucide-react'
import { AdminListView } from '#features/back-office/components/admin-list-view.tsx'
import { cellText } from '#features/back-office/components/cell.tsx'
import { StatusBadge } from '#features/bookings/components/status-badge.tsx'

/** Every lesson, found by its number or its people. */
export function Lessons() {
  return (
    <AdminListView
      list="lessons"
      label="Lessons"
      failure="Failed to load lessons"
      empty={{
        icon: CalendarClock,
        title: 'No lessons yet',
        text: 'Every lesson that a student books or a coach enters appears here.',
      }}
      hrefOf={(row) => `/admin/lessons/${row.id}`}
      cells={{ status: (row) => <StatusBadge status={cellText(row, 'status')} /> }}
    />
  )
}
