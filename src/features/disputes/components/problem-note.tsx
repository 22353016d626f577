import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#platform/money.ts'
import { formatMoment } from '#platform/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { disputesClient } from '../client.ts'
import { type DisputeStatus, disputeBadges, disputeReasonLabels } from '../dispute.ts'

/** Where a reported problem stands, in its colour and its word. */
export function ProblemBadge({ status }: { status: DisputeStatus }) {
  const { tone, label } = disputeBadges[status]
  return <Badge tone={tone}>Problem: {label.toLowerCase()}</Badge>
}

const words: Record<DisputeStatus, { student: string; coach: string }> = {
  pending: {
    student: 'We received your report and are reviewing it. The payment is held until it is settled.',
    coach: 'We are reviewing it and will ask for your side. Your share is held until it is settled.',
  },
  investigating: {
    student: 'We are reviewing it with both sides. The payment is held until it is settled.',
    coach: 'We are reviewing it with both sides. Your share is held until it is settled.',
  },
  resolved: {
    student: 'Settled in your favor. Your refund is listed below.',
    coach: 'Settled in the student’s favor. What that means for your share is listed below.',
  },
  rejected: {
    student: 'We found no reason for a refund. If you disagree, write to support.',
    coach: 'We found no reason for a refund. Your share goes out as usual.',
  },
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
      <p className="text-muted">{words[problem.status][as]}</p>
    </div>
  )
}
