import { createFileRoute } from '@tanstack/react-router'
import { viewParams } from '#features/back-office/view.ts'
import { InstructorAnalytics } from '../back-office/figures.tsx'

/** What every coach's place in the marketplace brought her. */
export const Route = createFileRoute('/_shell/_admin/admin/instructor-analytics')({
  validateSearch: viewParams,
  head: () => ({
    meta: [{ title: 'Coach analytics · Greenside' }, { name: 'robots', content: 'noindex' }],
  }),
  component: InstructorAnalytics,
})
