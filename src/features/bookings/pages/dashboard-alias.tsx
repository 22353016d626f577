import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/_coach/instructor/dashboard')({ component: Page })

function Page() {
  return <main>dashboard</main>
}
