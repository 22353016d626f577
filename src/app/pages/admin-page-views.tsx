import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '#app/title-head.ts'
import { PageViews } from '#features/analytics/components/analytics-pages.tsx'
import { viewParams } from '#features/back-office/view.ts'

/** The page views that a figure is made of. */
export const Route = createFileRoute('/_shell/_admin/admin/analytics/page-views')({
  validateSearch: viewParams,
  head: unlistedHead('Page views'),
  component: PageViews,
})
