import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '#app/title-head.ts'
import { UserAnalytics } from '#features/analytics/components/analytics-pages.tsx'
import { viewParams } from '#features/back-office/view.ts'

/** Who came, and who came back. */
export const Route = createFileRoute('/_shell/_admin/admin/user-analytics')({
  validateSearch: viewParams,
  head: unlistedHead('User activity'),
  component: UserAnalytics,
})
