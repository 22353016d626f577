import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/_student-or-coach/lessons')({ component: Page })

function Page() {
  return <main>lessons</main>
}
