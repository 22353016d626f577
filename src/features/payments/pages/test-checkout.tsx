import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/checkout/$sessionId')({ component: Page })

function Page() {
  return <main>checkout</main>
}
