import { createFileRoute } from '@tanstack/react-router'
import { Visits } from '#features/analytics/analytics-pages.tsx'
import { viewParams } from '#features/back-office/view.ts'

/** The visits that a figure is made of. */
export const Route = createFileRoute('/_shell/_admin/admin/analytics/visits')({
  validateSearch: viewParams,
  head: () => ({ meta: [{ title: 'Visits · Greenside' }, { name: 'robots', content: 'noindex' }] }),
  component: Visits,
})
