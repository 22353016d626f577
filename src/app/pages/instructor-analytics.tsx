import { createFileRoute } from '@tanstack/react-router'
import { InstructorAnalytics } from '#features/analytics/analytics-pages.tsx'
import { viewParams } from '#features/back-office/view.ts'

/** What every coach's place in the marketplace brought her. */
export const Route = createFileRoute('/_shell/_admin/admin/instructor-analytics')({
  validateSearch: viewParams,
  head: () => ({
    meta: [{ title: 'Coach analytics · Greenside' }, { name: 'robots', content: 'noindex' }],
  }),
  component: InstructorAnalytics,
})
