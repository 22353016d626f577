import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/_signed-in/payment-success')({ component: Page })

function Page() {
  return <main>success</main>
}
