/** What happens to a video review that others may follow. */
export interface VideoReviewEvents {
  video_review_changed: { videoReviewId: string; to: 'paid' | 'asked' | 'answered' | 'refunded' }
}

declare module '#platform/reactions.ts' {
  interface Events extends VideoReviewEvents {}
}
