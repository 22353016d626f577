import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/_signed-in/payment-confirmation')({ component: Page })

function Page() {
  return <main>confirmation</main>
}
