import { useQuery } from '@tanstack/react-query'
import type { ListedLesson } from '#features/bookings/schema.ts'
import { formatDay } from '#platform/time.ts'
import { RatingStars } from '#ui/rating-stars.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { reviewsClient } from '../client.ts'

/** What student and coach wrote about a lesson, as far as the reader may read it. */
export function LessonReview({ lesson, as }: { lesson: ListedLesson; as: 'student' | 'coach' }) {
  const { data: words, isPending } = useQuery(
    reviewsClient.ofLesson.queryOptions({ input: { bookingId: lesson.id }, staleTime: 0 }),
  )
  if (isPending) return <Skeleton className="h-20 w-full" />
  if (!words) return null
  const { review, note, isWaiting } = words
  const opens = lesson.wordsOpenAt ? `, or on ${formatDay(lesson.wordsOpenAt, lesson.zone)}` : ''
  const isUnpublished = as === 'student' && review !== null && !review.isPublished
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
      {isUnpublished ? <p className="text-muted">Published once you have both reviewed{opens}.</p> : null}
      {isWaiting ? (
        <p className="text-muted">
          {as === 'student'
            ? `${lesson.coach.label} has written to you. You can read it once you have reviewed the lesson${opens}.`
            : `${lesson.student.name} has reviewed this lesson. You can read it once you have written${opens}.`}
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
            as === 'student'
              ? `Private note from ${lesson.coach.label}`
              : `Your private note to ${lesson.student.name}`
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
