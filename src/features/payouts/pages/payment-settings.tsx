import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/_coach/payment-settings')({
  head: () => ({ meta: [{ title: 'Payment settings · Greenside' }] }),
  component: () => <h1>Payment settings</h1>,
})
