import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AddClips } from '#features/clips/components/add-clips.tsx'
import { formatMoney } from '#platform/money.ts'
import { formatDay, formatMoment } from '#platform/time.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Alert } from '#ui/alert.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { VideoReview } from '../schema.ts'
import { promiseText } from '../video-review.ts'
import { ReviewClips } from './review-clips.tsx'
import { AnswerForm, CancelReview, QuestionForm } from './review-forms.tsx'
import { reviewQuery, useLiveReviews } from './review-queries.ts'
import { ReviewState } from './review-state.tsx'

/** One video review, for its student and its coach. */
export function ReviewView({ videoReviewId, userId }: { videoReviewId: string; userId: string }) {
  const query = useQuery({
    ...reviewQuery(videoReviewId),
    // The payment is confirmed a moment after the student returns from the checkout.
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 2_000 : 60_000),
  })
  useLiveReviews(userId)
  if (query.isPending) return <Skeleton aria-hidden className="h-96" />
  if (!query.data)
    return (
      <Alert
        tone="error"
        title="This video review could not be loaded"
        action={
          <Button size="sm" onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      >
        It does not exist, it is not yours, or the server did not answer.
      </Alert>
    )
  return <Loaded review={query.data} />
}

function Loaded({ review }: { review: VideoReview }) {
  const zone = useViewerZone()
  const isStudent = review.as === 'student'
  return (
    <>
      <header>
        <Anchor
          href="/video-reviews"
          className="inline-flex min-h-6 items-center gap-1.5 text-sm font-semibold text-brand-text hover:underline"
        >
          <ArrowLeft aria-hidden className="size-4" />
          All video reviews
        </Anchor>
        <h1 className="mt-1 text-2xl wrap-anywhere sm:text-3xl">
          Video review {isStudent ? 'by' : 'for'}{' '}
          <bdi>{isStudent ? review.coach.name : (review.golfer ?? review.student.name)}</bdi>
        </h1>
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <ReviewState review={review} as={review.as} />
          {review.status === 'asked' && review.dueAt && zone ? (
            <span className="text-sm text-muted">Due {formatMoment(review.dueAt, zone)}</span>
          ) : null}
        </div>
      </header>
      <div className="mt-6 flex flex-col gap-6">
        <State review={review} />
        {review.status === 'paid' && isStudent ? <SendVideos review={review} /> : null}
        {review.status === 'asked' || review.status === 'answered' || review.clips.length > 0 ? (
          <Part title="Videos">
            <ReviewClips review={review} />
          </Part>
        ) : null}
        {review.question ? (
          <Part title={isStudent ? 'Your question' : 'Question'}>
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {review.question}
            </p>
          </Part>
        ) : null}
        {review.answer ? (
          <Part title="Answer">
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {review.answer}
            </p>
          </Part>
        ) : null}
        {review.status === 'asked' && !isStudent ? (
          <Part title="Your answer">
            <AnswerForm review={review} />
          </Part>
        ) : null}
        {isStudent && review.paidAt ? <Receipt review={review} zone={zone} /> : null}
      </div>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-xl">{title}</h2>
      {children}
    </section>
  )
}

/** What happens now, and why it ended. */
function State({ review }: { review: VideoReview }) {
  const { coach, student, priceCents, promisedHours, endReason, endMessage } = review
  const isStudent = review.as === 'student'
  if (review.status === 'pending')
    return (
      <Alert
        title="The payment has not arrived yet"
        action={
          review.checkoutUrl ? (
            <a href={review.checkoutUrl} className={buttonClass({ variant: 'primary', size: 'sm' })}>
              Pay {formatMoney(priceCents)}
            </a>
          ) : undefined
        }
      >
        If you have just paid, this page changes by itself in a moment.
      </Alert>
    )
  if (review.status === 'unpaid')
    return (
      <Alert title="The checkout ended without a payment">
        Nothing was charged. You can buy the review again on the coach’s profile.
      </Alert>
    )
  if (review.status === 'paid' && !isStudent)
    return (
      <Alert title={`${student.name} has paid and will send the videos`}>
        You have {promiseText(promisedHours).replace('within ', '')} to answer from then on.
      </Alert>
    )
  if (review.status === 'asked' && isStudent)
    return (
      <Alert title={`${coach.name} has your videos`}>
        You get an email when the answer is here. Without an answer in time, you get the full{' '}
        {formatMoney(priceCents)} back automatically.
      </Alert>
    )
  if (review.status !== 'refunded' || !endReason) return null
  const who = isStudent ? 'You get' : `${student.name} gets`
  return (
    <Alert title={`${who} the full ${formatMoney(priceCents)} back`}>
      {endWords(review)}
      {endMessage ? (
        <span dir="auto" className="mt-1 block whitespace-pre-line wrap-anywhere">
          “{endMessage}”
        </span>
      ) : null}
    </Alert>
  )
}

function endWords({ as, coach, student, endReason }: VideoReview): string {
  const isStudent = as === 'student'
  switch (endReason) {
    case 'canceled':
      return `${isStudent ? 'You' : student.name} cancelled it before the videos were sent.`
    case 'declined':
      return `${isStudent ? coach.name : 'You'} declined it:`
    case 'overdue':
      return `${isStudent ? coach.name : 'You'} did not answer in time. The review can no longer be answered.`
    case 'not_sent':
      return 'The videos were not sent in time.'
    case 'late_payment':
      return 'The payment came too late.'
    default:
      return 'The review can no longer be answered.'
  }
}

function SendVideos({ review }: { review: VideoReview }) {
  const zone = useViewerZone()
  const [isUploading, setUploading] = useState(false)
  if (!review.mayShare)
    return (
      <Alert
        tone="warning"
        title="The coach could not see your videos"
        action={<CancelReview review={review} />}
      >
        {review.golfer
          ? `Clips of ${review.golfer} are not allowed, or you stopped sharing clips with this coach.`
          : 'You stopped sharing clips with this coach.'}{' '}
        Change that in Profile Settings or under Collaborate first.
      </Alert>
    )
  return (
    <Part title="Send your swing">
      <p className="mb-3 max-w-prose text-[0.9375rem] text-muted">
        Film from behind or from the front, with the whole body in the picture.{' '}
        {review.sendUntil && zone ? `Send it by ${formatDay(review.sendUntil, zone)}.` : ''}
      </p>
      <AddClips
        instructorId={review.coach.id}
        studentId={review.student.id}
        golferId={review.golferId}
        bookingId={null}
        videoReviewId={review.id}
        onUnderWay={setUploading}
      />
      <QuestionForm review={review} isUploading={isUploading} />
      <div className="mt-5 border-t pt-5">
        <CancelReview review={review} />
      </div>
    </Part>
  )
}

function Receipt({ review, zone }: { review: VideoReview; zone: string | null }) {
  const rows = [
    ['Paid', review.paidAt && zone ? formatDay(review.paidAt, zone, { year: true }) : ''],
    ['Amount', formatMoney(review.priceCents)],
    ...(review.refundedCents > 0 ? [['Refunded', formatMoney(review.refundedCents)]] : []),
    ['Answer promised', promiseText(review.promisedHours)],
    ['Number', review.id.slice(0, 8).toUpperCase()],
  ]
  return (
    <Card asChild padding="md">
      <section aria-label="Receipt">
        <h2 className="text-lg">Receipt</h2>
        <dl className="tabular mt-3 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-[0.9375rem]">
          {rows.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="text-right">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-sm text-muted">
          Something is wrong?{' '}
          <Anchor href="/support" className="text-link">
            Write to support
          </Anchor>
        </p>
      </section>
    </Card>
  )
}
