import { MapPin } from 'lucide-react'
import type { CoachProfile } from '#features/coaches/schema.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { RatingStars } from '#ui/rating-stars.tsx'

/** Whom the lesson is with, in two lines. */
export function InstantCoach({ coach }: { coach: CoachProfile }) {
  return (
    <header className="flex items-center gap-4 sm:gap-6">
      <Avatar name={coach.name} src={coach.imageUrl} size="xl" decorative />
      <div className="min-w-0">
        <h1 className="text-headline">Book {coach.label}</h1>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-[0.9375rem] text-muted">
          <RatingStars value={coach.rating} count={coach.reviewCount} look="compact" />
          <span className="flex items-center gap-1.5">
            <MapPin aria-hidden className="size-4" />
            {coach.location}
          </span>
          <Anchor href={`/instructor/${coach.id}`} className="text-link">
            About {coach.label}
          </Anchor>
        </p>
      </div>
    </header>
  )
}
