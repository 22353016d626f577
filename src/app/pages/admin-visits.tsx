import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '#app/title-head.ts'
import { Visits } from '#features/analytics/components/analytics-pages.tsx'
import { viewParams } from '#features/back-office/view.ts'

/** The visits that a figure is made of. */
export const Route = createFileRoute('/_shell/_admin/admin/analytics/visits')({
  validateSearch: viewParams,
  head: unlistedHead('Visits'),
  component: Visits,
})
