import { Clapperboard, Mic, PenLine } from 'lucide-react'
import type { VideoReview } from '../schema.ts'

/** The videos of a review; each opens with the tools for drawing and voice-overs. */
export function ReviewClips({ review }: { review: VideoReview }) {
  if (review.clips.length === 0)
    return (
      <p className="text-muted">
        {review.as === 'coach'
          ? 'You cannot see the videos any more: they were deleted, or are no longer shared with you. You can answer in writing, or decline.'
          : 'No videos yet.'}
      </p>
    )
  return (
    <>
      <ul aria-label="Videos" className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {review.clips.map((clip) => (
          <li key={clip.id} className="relative overflow-hidden rounded-card border bg-surface-raised">
            <div className="relative grid aspect-4/5 place-items-center bg-[#0b120f]">
              {clip.picture ? (
                <img
                  src={clip.picture}
                  alt=""
                  loading="lazy"
                  className="absolute inset-0 size-full object-cover"
                />
              ) : (
                <Clapperboard aria-hidden className="size-8 text-white/60" />
              )}
            </div>
            <div className="px-3.5 py-3">
              <h3 dir="auto" className="truncate font-semibold">
                {/* A full page load, because the clip page has its own Permissions-Policy for the microphone. */}
                <a href={`/clips/${clip.id}`} className="after:absolute after:inset-0">
                  {clip.title}
                </a>
              </h3>
              <p className="tabular mt-1 flex gap-3 text-sm text-muted">
                <span className="inline-flex items-center gap-1">
                  <PenLine aria-hidden className="size-4" />
                  {clip.drawings}
                  <span className="sr-only">drawings</span>
                </span>
                <span className="inline-flex items-center gap-1">
                  <Mic aria-hidden className="size-4" />
                  {clip.voiceOvers}
                  <span className="sr-only">voice-overs</span>
                </span>
              </p>
            </div>
          </li>
        ))}
      </ul>
      {review.as === 'coach' && review.status === 'asked' ? (
        <p className="mt-3 text-sm text-muted">
          Open a video to draw on it, to mark positions, and to record a voice-over. They belong to your
          answer.
        </p>
      ) : null}
    </>
  )
}
