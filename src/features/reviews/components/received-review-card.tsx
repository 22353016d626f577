import { useState } from 'react'
import { formatDay } from '#platform/time.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { RatingStars } from '#ui/rating-stars.tsx'
import type { ReceivedReview } from '../schema.ts'
import { ReplyForm } from './reply-form.tsx'

/** A review the coach received, with the public reply. */
export function ReceivedReviewCard({ review }: { review: ReceivedReview }) {
  const [isWriting, setWriting] = useState(false)
  return (
    <Card asChild>
      <article>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 className="font-sans text-base font-semibold tracking-normal">{review.studentName}</h2>
          <RatingStars value={review.rating} />
        </div>
        <p className="text-sm text-muted">
          {review.lessonTitle}, {formatDay(review.lessonStart, review.zone, { year: true })}
        </p>
        {review.isCounted ? null : (
          <p className="mt-2 text-sm text-muted">Not paid through us: shown, and not part of your rating.</p>
        )}
        {review.comment ? (
          <p dir="auto" className="mt-3 break-words whitespace-pre-line">
            {review.comment}
          </p>
        ) : (
          <p className="mt-3 text-muted">Rating only, no comment.</p>
        )}
        {review.reply && !isWriting ? (
          <div className="mt-4 rounded-control bg-surface-sunken px-4 py-3 text-[0.9375rem]">
            <p className="mb-1 text-sm font-semibold text-muted">Your reply, in public</p>
            <p dir="auto" className="break-words whitespace-pre-line">
              {review.reply}
            </p>
          </div>
        ) : null}
        {isWriting ? (
          <ReplyForm review={review} onDone={() => setWriting(false)} />
        ) : (
          <Button size="sm" className="mt-4" onClick={() => setWriting(true)}>
            {review.reply ? 'Change your reply' : 'Reply'}
            <span className="sr-only"> to {review.studentName}</span>
          </Button>
        )}
      </article>
    </Card>
  )
}
