import { createFileRoute } from '@tanstack/react-router'
import { UserAnalytics } from '#features/analytics/analytics-pages.tsx'
import { viewParams } from '#features/back-office/view.ts'

/** Who came, and who came back. */
export const Route = createFileRoute('/_shell/_admin/admin/user-analytics')({
  validateSearch: viewParams,
  head: () => ({ meta: [{ title: 'User activity · Greenside' }, { name: 'robots', content: 'noindex' }] }),
  component: UserAnalytics,
})
