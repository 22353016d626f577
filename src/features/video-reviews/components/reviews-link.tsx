import { useQuery } from '@tanstack/react-query'
import { Clapperboard } from 'lucide-react'
import { Anchor } from '#ui/anchor.tsx'
import { reviewListQuery, useLiveReviews } from './review-queries.ts'

/** The way to a user's video reviews, with how many are to do; nothing for users without any. */
export function ReviewsLink({ userId, as }: { userId: string; as: 'student' | 'coach' }) {
  const { data } = useQuery(reviewListQuery())
  useLiveReviews(userId)
  if (!data || data.total === 0) return null
  const words =
    as === 'coach'
      ? data.waiting > 0
        ? `${data.waiting} to answer`
        : 'Nothing to answer'
      : data.toSend > 0
        ? `${data.toSend} waiting for your videos`
        : `${data.total} in all`
  return (
    <Anchor
      href="/video-reviews"
      className="flex items-center gap-3 rounded-card border bg-surface-raised px-4 py-3.5 hover:bg-surface-hover"
    >
      <Clapperboard aria-hidden className="size-5 text-brand-text" />
      <span className="font-semibold">Video reviews</span>
      <span className="tabular ml-auto text-sm text-muted">{words}</span>
    </Anchor>
  )
}
