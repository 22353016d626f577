import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/_signed-in/instant-book/$instructorId')({
  head: () => ({ meta: [{ title: 'Book a lesson · Greenside' }] }),
  component: () => <h1>Book a lesson</h1>,
})
