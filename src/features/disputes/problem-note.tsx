import { useQuery } from '@tanstack/react-query'
import type { DisputeStatus } from '#features/bookings/problem-window.ts'
import { formatMoney } from '#platform/money.ts'
import { formatMoment } from '#platform/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { disputesClient } from './client.ts'
import { CoachAnswer } from './coach-answer.tsx'
import { disputeBadges, disputeReasonLabels } from './dispute.ts'
import type { LessonProblem } from './schema.ts'

/** Where a reported problem stands, in its colour and its word. */
export function ProblemBadge({ status }: { status: DisputeStatus }) {
  const { tone, label } = disputeBadges[status]
  return <Badge tone={tone}>Problem: {label.toLowerCase()}</Badge>
}

/** What each side reads, by where the problem and the coach's share are. */
function wordsFor({ status, share }: Pick<LessonProblem, 'status' | 'share'>, as: 'student' | 'coach') {
  const isSent = share === 'sent'
  if (status === 'resolved')
    return as === 'student'
      ? 'Settled in your favor. Your refund is listed below.'
      : 'Settled in the student’s favor. What that means for your share is listed below.'
  if (status === 'rejected') {
    if (as === 'student') return 'We found no reason for a refund. If you disagree, write to support.'
    return isSent
      ? 'We found no reason for a refund. You keep your share.'
      : 'We found no reason for a refund. Your share goes out as usual.'
  }
  if (as === 'student')
    return isSent
      ? 'We are reviewing your report. If you get money back, it goes to the card you paid with.'
      : 'We are reviewing your report. The coach is not paid for this lesson until it is settled.'
  return isSent
    ? 'We are reviewing it. Your share has been sent already; if the student gets money back, your part of it is taken back.'
    : 'We are reviewing it. Your share is held until it is settled.'
}

/** What was reported about a lesson and what became of it. */
export function ProblemNote({
  bookingId,
  as,
  zone,
}: {
  bookingId: string
  as: 'student' | 'coach'
  zone: string
}) {
  const { data: problem, isPending } = useQuery(
    disputesClient.ofLesson.queryOptions({ input: { bookingId }, staleTime: 0 }),
  )
  if (isPending) return <Skeleton className="h-20 w-full" />
  if (!problem) return null
  return (
    <div className="flex flex-col gap-2 text-[0.9375rem]">
      <p className="flex flex-wrap items-center gap-2">
        <ProblemBadge status={problem.status} />
        <span className="text-muted">{formatMoment(problem.reportedAt, zone)}</span>
      </p>
      <p className="font-semibold">
        {disputeReasonLabels[problem.reason]}
        <span className="tabular font-normal text-muted"> · {formatMoney(problem.amountCents)}</span>
      </p>
      {problem.details ? (
        <p dir="auto" className="break-words whitespace-pre-line">
          {problem.details}
        </p>
      ) : null}
      <p className="text-muted">{wordsFor(problem, as)}</p>
      {as === 'coach' ? <CoachAnswer bookingId={bookingId} problem={problem} /> : null}
    </div>
  )
}
