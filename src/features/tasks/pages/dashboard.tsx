import { createFileRoute } from '@tanstack/react-router'
import { CoachHome } from '../components/coach-home.tsx'
import { loadCoachHome } from '../components/coach-home-queries.ts'

/** The coach's dashboard. */
export const Route = createFileRoute('/_shell/_coach/instructor')({
  loader: ({ context }) => loadCoachHome(context.queryClient),
  head: () => ({ meta: [{ title: 'Dashboard · Greenside' }] }),
  component: CoachHome,
})
