import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '#app/title-head.ts'
import { Analytics } from '#features/analytics/components/analytics-pages.tsx'
import { viewParams } from '#features/back-office/view.ts'

/** Visits, the way to a paid lesson, pages, sources and speed. */
export const Route = createFileRoute('/_shell/_admin/admin/analytics')({
  validateSearch: viewParams,
  head: unlistedHead('Analytics'),
  component: Analytics,
})
