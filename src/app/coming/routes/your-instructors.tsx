import { createFileRoute } from '@tanstack/react-router'
import { comingHead } from '../coming-head.ts'
import { ComingPage } from '../coming-page.tsx'

export const Route = createFileRoute('/_shell/_student/_student-area/your-instructors')({
  head: comingHead('My Instructors'),
  component: ComingPage,
})
