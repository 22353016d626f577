import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/_student-or-coach/help')({
  head: () => ({ meta: [{ title: 'Help · Greenside' }] }),
  component: () => <h1>Help</h1>,
})
