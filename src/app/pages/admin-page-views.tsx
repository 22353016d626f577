import { createFileRoute } from '@tanstack/react-router'
import { PageViews } from '#features/analytics/analytics-pages.tsx'
import { viewParams } from '#features/back-office/view.ts'

/** The page views that a figure is made of. */
export const Route = createFileRoute('/_shell/_admin/admin/analytics/page-views')({
  validateSearch: viewParams,
  head: () => ({ meta: [{ title: 'Page views · Greenside' }, { name: 'robots', content: 'noindex' }] }),
  component: PageViews,
})
