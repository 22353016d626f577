import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/_coach/proposals')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/_shell/_coach/proposals"!</div>
}
