import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/_student-or-coach/inbox')({
  head: () => ({ meta: [{ title: 'Inbox · Greenside' }] }),
  component: () => <h1>Inbox</h1>,
})
