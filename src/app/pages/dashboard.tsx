import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '#app/title-head.ts'
import { CoachHome } from '#features/tasks/components/coach-home.tsx'
import { loadCoachHome } from '#features/tasks/components/coach-home-queries.ts'

/** The coach's dashboard. */
export const Route = createFileRoute('/_shell/_coach/instructor')({
  loader: ({ context }) => loadCoachHome(context.queryClient),
  head: titleHead('Dashboard'),
  component: CoachHome,
})
