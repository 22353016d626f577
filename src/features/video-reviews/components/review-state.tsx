import { useNow } from '#platform/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import type { ReviewSummary } from '../schema.ts'
import { timeLeft } from '../video-review.ts'

/** Where a review is, in a word; for one that waits for an answer, the time left. */
export function ReviewState({ review, as }: { review: ReviewSummary; as: 'student' | 'coach' }) {
  const now = useNow()
  switch (review.status) {
    case 'pending':
      return <Badge tone="yellow">Not paid yet</Badge>
    case 'unpaid':
      return <Badge tone="neutral">Not paid</Badge>
    case 'paid':
      return (
        <Badge tone={as === 'student' ? 'yellow' : 'neutral'}>
          {as === 'student' ? 'Add your videos' : 'Waits for the videos'}
        </Badge>
      )
    case 'asked': {
      const left = now === null || !review.dueAt ? null : timeLeft(Date.parse(review.dueAt), now)
      return (
        <Badge tone={as === 'coach' ? 'yellow' : 'blue'}>
          {as === 'coach' ? 'To answer' : 'With the coach'}
          {left ? `, ${left} left` : ''}
        </Badge>
      )
    }
    case 'answered':
      return <Badge tone="green">Answered</Badge>
    case 'refunded':
      return <Badge tone="neutral">Refunded</Badge>
  }
}
