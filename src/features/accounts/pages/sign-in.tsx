import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/auth')({ component: Page })

function Page() {
  return <main>auth</main>
}
