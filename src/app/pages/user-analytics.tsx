import { createFileRoute } from '@tanstack/react-router'
import { viewParams } from '#features/back-office/view.ts'
import { UserAnalytics } from '../back-office/figures.tsx'

/** Who came, and who came back. */
export const Route = createFileRoute('/_shell/_admin/admin/user-analytics')({
  validateSearch: viewParams,
  head: () => ({ meta: [{ title: 'User activity · Greenside' }, { name: 'robots', content: 'noindex' }] }),
  component: UserAnalytics,
})
