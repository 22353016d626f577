import { createFileRoute, Outlet } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell')({ component: Shell })

function Shell() {
  return <Outlet />
}
