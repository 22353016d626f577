import { useQuery } from '@tanstack/react-query'
import type { ListedLesson } from '#features/bookings/actions/schema.ts'
import { formatDay, toIso } from '#platform/time.ts'
import { RatingStars } from '#ui/rating-stars.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { reviewsClient } from '../client.ts'
import { opensAt } from '../review.ts'

/** What student and coach wrote about a lesson, as far as the reader may read it. */
export function LessonReview({ lesson, as }: { lesson: ListedLesson; as: 'student' | 'coach' }) {
  const { data: words, isPending } = useQuery(
    reviewsClient.ofLesson.queryOptions({ input: { bookingId: lesson.id }, staleTime: 0 }),
  )
  if (isPending) return <Skeleton className="h-20 w-full" />
  if (!words) return null
  const { review, note } = words
  const end = Date.parse(lesson.start) + lesson.durationMinutes * 60_000
  const opens = formatDay(toIso(opensAt(end)), lesson.zone, { long: true })
  const isWaiting = lesson.review !== null && !lesson.review.isPublished
  return (
    <div className="flex flex-col gap-4 text-[0.9375rem]">
      {review ? (
        <Words by={as === 'student' ? 'You' : lesson.student.name}>
          <RatingStars value={review.rating} />
          {review.comment ? (
            <p dir="auto" className="mt-1.5 break-words whitespace-pre-line">
              {review.comment}
            </p>
          ) : null}
        </Words>
      ) : null}
      {isWaiting ? (
        <p className="text-muted">
          {as === 'student'
            ? `Nobody else reads it until ${lesson.coach.label} has written to you, or until ${opens}.`
            : `${lesson.student.name} has reviewed this lesson. You read it once you have written, or on ${opens}.`}
        </p>
      ) : null}
      {review?.reply ? (
        <Words by={as === 'student' ? `${lesson.coach.label}, in reply` : 'You, in reply'}>
          <p dir="auto" className="break-words whitespace-pre-line">
            {review.reply}
          </p>
        </Words>
      ) : null}
      {note ? (
        <Words
          by={
            as === 'student' ? `${lesson.coach.label}, to you alone` : `You, to ${lesson.student.name} alone`
          }
        >
          <p dir="auto" className="break-words whitespace-pre-line">
            {note}
          </p>
        </Words>
      ) : null}
    </div>
  )
}

function Words({ by, children }: { by: string; children: React.ReactNode }) {
  return (
    <div className="rounded-control bg-surface-sunken px-4 py-3">
      <p className="mb-1 text-sm font-semibold text-muted">{by}</p>
      {children}
    </div>
  )
}
