import { createFileRoute } from '@tanstack/react-router'
import { CoachDashboard } from '../components/coach-dashboard.tsx'
import { loadDashboard } from '../components/dashboard-query.ts'

/** The coach's dashboard under its second address. */
export const Route = createFileRoute('/_shell/_coach/instructor/dashboard')({
  loader: ({ context }) => loadDashboard(context.queryClient),
  head: () => ({ meta: [{ title: 'Dashboard · Greenside' }] }),
  component: CoachDashboard,
})
