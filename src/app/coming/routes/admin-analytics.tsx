import { createFileRoute } from '@tanstack/react-router'
import { comingHead } from '../coming-head.ts'
import { ComingPage } from '../coming-page.tsx'

export const Route = createFileRoute('/_shell/_admin/admin/analytics')({
  head: comingHead('Analytics'),
  component: ComingPage,
})
