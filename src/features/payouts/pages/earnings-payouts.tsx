import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/_coach/earnings-payouts')({
  head: () => ({ meta: [{ title: 'Earnings & payouts · Greenside' }] }),
  component: () => <h1>Earnings & payouts</h1>,
})
