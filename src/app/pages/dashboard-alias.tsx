import { createFileRoute } from '@tanstack/react-router'
import { titleHead } from '#app/title-head.ts'
import { CoachHome } from '#features/tasks/components/coach-home.tsx'
import { loadCoachHome } from '#features/tasks/components/coach-home-queries.ts'

/** The coach's dashboard under its second address. */
export const Route = createFileRoute('/_shell/_coach/instructor/dashboard')({
  loader: ({ context }) => loadCoachHome(context.queryClient),
  head: titleHead('Dashboard'),
  component: CoachHome,
})
