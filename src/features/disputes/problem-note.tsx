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

/** The status of a reported problem. */
export function ProblemBadge({ status }: { status: DisputeStatus }) {
  const { tone, label } = disputeBadges[status]
  return <Badge tone={tone}>Problem: {label.toLowerCase()}</Badge>
}

/** What each side reads, by the status of the problem and of the coach's share, and by what was refunded. */
export function wordsFor(
  { status, share, refundedCents }: Pick<LessonProblem, 'status' | 'share' | 'refundedCents'>,
  as: 'student' | 'coach',
) {
  const [isSent, isNone] = [share === 'sent', share === 'none']
  if (status === 'resolved' && isNone && refundedCents === 0)
    return as === 'student' ? 'Settled in your favor.' : 'Settled in the student’s favor.'
  if (status === 'resolved')
    return as === 'student'
      ? 'Settled in your favor. Money that goes back to you is listed under Money.'
      : 'Settled in the student’s favor. What that means for your share is listed under Money.'
  if (status === 'rejected') {
    if (refundedCents > 0)
      return as === 'student'
        ? 'We found no reason for a further refund. If you disagree, write to support.'
        : 'We found no reason for a further refund. What was refunded before is listed under Money.'
    if (as === 'student') return 'We found no reason for a refund. If you disagree, write to support.'
    if (isNone) return 'We found no reason for a refund.'
    return isSent
      ? 'We found no reason for a refund. You keep your share.'
      : 'We found no reason for a refund. We send your share as usual.'
  }
  if (isNone) return `We are reviewing ${as === 'student' ? 'your' : 'the'} report.`
  if (as === 'student')
    return isSent
      ? 'We are reviewing your report. If you get money back, it goes to your original payment method.'
      : 'We are reviewing your report. The coach is not paid for this lesson until it is settled.'
  return isSent
    ? 'We are reviewing the report. Your share was already sent. If we refund the student, we take back your part of the refund.'
    : 'We are reviewing the report. Your share is held until it is settled.'
}

/** A problem reported about a lesson, its status, and the coach's answer. */
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
        <div>
          <p className="font-semibold">{as === 'coach' ? 'What the student wrote' : 'What you wrote'}</p>
          <p dir="auto" className="break-words whitespace-pre-line">
            {problem.details}
          </p>
        </div>
      ) : null}
      <p className="text-muted">{wordsFor(problem, as)}</p>
      {as === 'coach' ? <CoachAnswer bookingId={bookingId} problem={problem} zone={zone} /> : null}
    </div>
  )
}
