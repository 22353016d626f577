import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '#app/title-head.ts'
import { InstructorAnalytics } from '#features/analytics/components/analytics-pages.tsx'
import { viewParams } from '#features/back-office/view.ts'

/** What every coach's place in the marketplace brought her. */
export const Route = createFileRoute('/_shell/_admin/admin/instructor-analytics')({
  validateSearch: viewParams,
  head: unlistedHead('Coach analytics'),
  component: InstructorAnalytics,
})
