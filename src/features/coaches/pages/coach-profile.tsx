import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/instructor/$instructorId')({ component: Page })

function Page() {
  return <main>profile</main>
}
