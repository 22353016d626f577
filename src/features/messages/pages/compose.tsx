import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/_student-or-coach/compose')({
  head: () => ({ meta: [{ title: 'New message · Greenside' }] }),
  component: () => <h1>New message</h1>,
})
