import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/_coach/proposals')({
  head: () => ({ meta: [{ title: 'Proposals · Greenside' }] }),
  component: () => <h1>Proposals</h1>,
})
