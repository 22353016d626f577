import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/unsubscribe')({
  head: () => ({ meta: [{ title: 'Email choices · Greenside' }] }),
  component: () => <h1>Email choices</h1>,
})
