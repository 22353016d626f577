import { ChartColumn, UsersRound } from 'lucide-react'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** The tab that leads to the page of users. */
export function UsersDoor() {
  return (
    <EmptyState
      icon={UsersRound}
      title="Everyone with an account"
      action={
        <LinkButton href="/admin/users" variant="brand">
          Open users
        </LinkButton>
      }
    >
      Search, filter and export the list, and open anybody’s history, roles and sessions.
    </EmptyState>
  )
}

/** The tab that leads to the page of figures. */
export function AnalyticsDoor() {
  return (
    <EmptyState
      icon={ChartColumn}
      title="Visits and bookings"
      action={
        <LinkButton href="/admin/analytics" variant="brand">
          Open analytics
        </LinkButton>
      }
    >
      Where visitors come from, and how many go from search to booking.
    </EmptyState>
  )
}
