import { useQuery } from '@tanstack/react-query'
import { nearestSlots } from '#features/availability/slot-choice.ts'
import { sameLessonHref } from '#features/bookings/lesson-links.ts'
import type { Lesson } from '#features/bookings/schema.ts'
import { checkoutClient } from '#features/checkout/client.ts'
import { formatDay } from '#platform/time.ts'
import { useLive } from '#platform/use-live.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const OFFERED = 3

/**
 * The coach cancelled: the open times nearest to the one that fell through, each a click from being booked. Only a link to the
 * coach when they cannot be read, as for a length that is not sold.
 */
export function RebookTimes({ lesson }: { lesson: Lesson }) {
  const { coach, durationMinutes } = lesson
  const locationId = lesson.location.id ?? undefined
  const {
    data: list,
    isPending,
    refetch,
  } = useQuery({
    ...checkoutClient.slots.queryOptions({
      input: { instructorId: coach.id, locationId, durationMinutes },
    }),
    staleTime: 0,
    gcTime: 0,
  })
  useLive([`coach-slots:${coach.id}`], () => void refetch())
  const slots = list ? nearestSlots(list, lesson.start, OFFERED) : []
  const panel = `/instructor/${coach.id}#instant-book-section`
  if (!list && !isPending)
    return (
      <LinkButton size="sm" href={panel}>
        Open times of {coach.label}
      </LinkButton>
    )
  return (
    <div className="rounded-control bg-surface-sunken px-4 py-3.5">
      <p className="text-[0.9375rem] font-semibold">
        {slots.length > 0 || isPending
          ? `The nearest open times of ${coach.label}`
          : `${coach.label} has no open time in the next weeks`}
      </p>
      {isPending ? <Skeleton className="mt-2.5 h-9 w-4/5" /> : null}
      <ul className="mt-2.5 flex flex-wrap gap-2">
        {slots.map((slot) => (
          <li key={slot.start}>
            <LinkButton size="sm" className="tabular" href={sameLessonHref(lesson, slot)}>
              {formatDay(slot.start, lesson.zone)}, {slot.startTime} {slot.zoneName}
            </LinkButton>
          </li>
        ))}
        <li>
          <LinkButton size="sm" variant="ghost" href={slots.length > 0 ? panel : '/'}>
            {slots.length > 0 ? 'All open times' : 'Find another coach'}
          </LinkButton>
        </li>
      </ul>
    </div>
  )
}
