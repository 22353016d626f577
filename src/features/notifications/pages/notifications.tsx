import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/_signed-in/notifications')({
  head: () => ({ meta: [{ title: 'Notifications · Greenside' }] }),
  component: () => <h1>Notifications</h1>,
})
