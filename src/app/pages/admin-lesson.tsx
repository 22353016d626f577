import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '#app/title-head.ts'
import { LessonPage } from '#features/lessons/desk/lesson-page.tsx'

/** A lesson in the back office, with everything an admin can do with it. */
export const Route = createFileRoute('/_shell/_admin/admin/lessons/$bookingId')({
  head: unlistedHead('Lesson'),
  component: () => {
    const { bookingId } = Route.useParams()
    return <LessonPage key={bookingId} bookingId={bookingId} />
  },
})
