import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/_student-or-coach/support')({
  head: () => ({ meta: [{ title: 'Support · Greenside' }] }),
  component: () => <h1>Support</h1>,
})
