import { Eye, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { ViewAsDialog } from '#features/accounts/impersonation/view-as-dialog.tsx'
import { AdminListView } from '#features/back-office/components/admin-list-view.tsx'
import { cellText } from '#features/back-office/components/cell.tsx'
import type { RowShown } from '#features/back-office/schema.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { PageHeader } from '#ui/page-header.tsx'

const roles: Record<string, string> = {
  student: 'Student',
  coach: 'Coach',
  prospect: 'Prospect',
  admin: 'Admin',
}
const states: Record<string, { label: string; tone: BadgeTone }> = {
  open: { label: 'Open', tone: 'green' },
  suspended: { label: 'Suspended', tone: 'yellow' },
  closed: { label: 'Closed', tone: 'neutral' },
}

/** Everyone with an account: found, filtered, exported, and looked at the product as. */
export function Users() {
  const [chosen, setChosen] = useState<RowShown | null>(null)
  return (
    <main className="px-4 py-6 sm:px-6 lg:px-8 lg:py-8">
      <PageHeader title="Users" lead="All accounts, newest first." className="mb-5" />
      <AdminListView
        list="users"
        label="Users"
        failure="Failed to load users"
        empty={{ icon: UsersRound, title: 'No accounts yet', text: 'Everyone who signs up appears here.' }}
        hrefOf={(row) => `/admin/users/${row.id}`}
        cells={{
          role: (row) => <Badge icon={null}>{roles[cellText(row, 'role')]}</Badge>,
          state: (row) => {
            const state = states[cellText(row, 'state')]
            return state ? <Badge tone={state.tone}>{state.label}</Badge> : null
          },
        }}
        actions={(row) =>
          row.cells.role === 'admin' || row.cells.state !== 'open' ? null : (
            <Button size="sm" aria-haspopup="dialog" onClick={() => setChosen(row)}>
              <Eye aria-hidden />
              View as<span className="sr-only"> {cellText(row, 'name')}</span>
            </Button>
          )
        }
      />
      {chosen ? (
        <ViewAsDialog
          person={{ userId: chosen.id, fullName: cellText(chosen, 'name'), email: cellText(chosen, 'email') }}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </main>
  )
}
