import { createFileRoute } from '@tanstack/react-router'
import { CoachDashboard, dashboardQuery } from '../components/coach-dashboard.tsx'

/** The coach's dashboard. */
export const Route = createFileRoute('/_shell/_coach/instructor')({
  loader: ({ context }) => context.queryClient.prefetchQuery(dashboardQuery),
  head: () => ({ meta: [{ title: 'Dashboard · Greenside' }] }),
  component: CoachDashboard,
})
