import { CoachCardSkeleton } from './coach-card-skeleton.tsx'

const places = ['a', 'b', 'c', 'd', 'e', 'f']

/** One, two or three columns, depending on the container's width. */
export const gridClass = 'grid gap-5 pt-6 @2xl:grid-cols-2 @5xl:grid-cols-3 @5xl:gap-6'

/** Placeholders for six coach cards. */
export function CoachGridSkeleton() {
  return (
    <div data-skeleton className={gridClass}>
      {places.map((place) => (
        <CoachCardSkeleton key={place} />
      ))}
    </div>
  )
}
