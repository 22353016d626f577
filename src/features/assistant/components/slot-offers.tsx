import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarCheck } from 'lucide-react'
import { dateIn, formatClockTime, formatDay, formatMoment, zoneName } from '#platform/time.ts'
import { useLive } from '#platform/use-live.ts'
import { buttonClass } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { assistantClient } from '../client.ts'

export interface Offers {
  instructorId: string
  slots: { start: string; durationMinutes: number; zone: string; locationId: string | null }[]
}

/**
 * The times AI Caddie offers under a message. A student's way from each leads to the booking panel with that time chosen;
 * what was taken meanwhile says so, as soon as it was.
 */
export function SlotOffers({
  messageId,
  offers,
  isCoach,
}: {
  messageId: string
  offers: Offers
  /** Coaches see what was offered and book nothing. */
  isCoach: boolean
}) {
  const live = useQuery({
    ...assistantClient.offers.queryOptions({ input: { messageId } }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
  useLive([`coach-slots:${offers.instructorId}`], () => void live.refetch())
  const open = live.data && new Set(live.data.open.map((start) => Date.parse(start)))
  return (
    <ul aria-label="Times offered" className="grid w-fit max-w-full grid-cols-2 gap-2 py-0.5">
      {offers.slots.map((slot) => (
        <li key={`${slot.start} ${slot.locationId}`}>
          {open && !open.has(Date.parse(slot.start)) ? (
            <span className={cn(look, 'border-dashed text-muted')}>
              <SlotWords slot={slot} isTaken />
            </span>
          ) : isCoach ? (
            <span className={cn(look, 'bg-surface-raised')}>
              <SlotWords slot={slot} />
            </span>
          ) : (
            <SlotLink slot={slot} instructorId={offers.instructorId} />
          )}
        </li>
      ))}
    </ul>
  )
}

type Slot = Offers['slots'][number]

const look =
  'flex min-h-12 min-w-32 flex-col justify-center rounded-control border px-3 py-1.5 text-left leading-tight'

function SlotLink({ slot, instructorId }: { slot: Slot; instructorId: string }) {
  return (
    <Link
      to="/instructor/$instructorId"
      params={{ instructorId }}
      search={{
        place: slot.locationId ?? undefined,
        duration: slot.durationMinutes,
        date: dateIn(slot.start, slot.zone),
        time: slot.start,
      }}
      hash="instant-book-section"
      aria-label={`Book ${slot.durationMinutes} minutes on ${formatMoment(slot.start, slot.zone)}`}
      className={cn(buttonClass({ variant: 'secondary' }), look, 'h-auto items-start gap-0 border-brand')}
    >
      <SlotWords slot={slot} />
    </Link>
  )
}

function SlotWords({ slot, isTaken = false }: { slot: Slot; isTaken?: boolean }) {
  const { start, zone, durationMinutes } = slot
  return (
    <>
      <span
        className={cn(
          'tabular flex items-center gap-1.5 text-[0.9375rem] font-semibold',
          isTaken && 'line-through',
        )}
      >
        {isTaken ? null : <CalendarCheck aria-hidden className="size-4 shrink-0 text-brand" />}
        {formatClockTime(start, zone)} {zoneName(start, zone)}
      </span>
      <span className="text-[0.8125rem] font-normal text-muted">
        {formatDay(start, zone)} · {isTaken ? 'no longer open' : `${durationMinutes} min`}
      </span>
    </>
  )
}
