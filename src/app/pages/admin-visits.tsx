import { createFileRoute } from '@tanstack/react-router'
import { viewParams } from '#features/back-office/view.ts'
import { Visits } from '../back-office/figures.tsx'

/** The visits that a figure is made of. */
export const Route = createFileRoute('/_shell/_admin/admin/analytics/visits')({
  validateSearch: viewParams,
  head: () => ({ meta: [{ title: 'Visits · Greenside' }, { name: 'robots', content: 'noindex' }] }),
  component: Visits,
})
