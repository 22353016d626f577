import { useState } from 'react'
import { SlotCalendar } from '#features/availability/components/slot-calendar.tsx'
import { SlotGrid, SlotGridSkeleton } from '#features/availability/components/slot-grid.tsx'
import { type OpenSlots, useOpenSlots } from '#features/availability/components/use-open-slots.ts'
import { type DatedSlot, findSlot, slotsOn } from '#features/availability/slot-choice/slot-choice.ts'
import { formatMoney } from '#platform/money.ts'
import { dateIn, formatDay } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { settleChoice } from '../choice/choice.ts'
import { useQuote } from '../quote/components/use-quote.ts'
import { useBookingAttempt } from './booking-attempt.ts'
import { InstantAgreed } from './instant-agreed.tsx'
import type { InstantBookingPanelProps } from './instant-booking-panel.tsx'
import { InstantConfirm } from './instant-confirm.tsx'
import { InstantContinue } from './instant-continue.tsx'
import { InstantDuration } from './instant-duration.tsx'
import { InstantNoOpenings } from './instant-no-openings.tsx'
import { InstantPlace } from './instant-place.tsx'
import { InstantTaken } from './instant-taken.tsx'

/**
 * Everything that is chosen before a lesson is paid for.
 * @param props.heading what stands above it
 * @param props.onContinue where choosing is a step of its own: shown as a button in place of paying; it is told the open
 *   time, or null while none is chosen
 */
export function InstantPicker(
  props: InstantBookingPanelProps & { heading?: string; onContinue?: (slot: DatedSlot | null) => void },
) {
  const { coach, choice, onChoice } = props
  const { locationId, durationMinutes, priceCents } = settleChoice(coach, choice)
  const conversationId = props.agreed?.conversationId
  const query = useOpenSlots(
    { instructorId: coach.id, locationId, durationMinutes, ...(conversationId ? { conversationId } : {}) },
    props.rendered,
  )
  const list = query.data
  const busy = query.isPlaceholderData
  const place = coach.locations.find((location) => location.id === locationId)
  const attempt = useBookingAttempt()
  const deal = useQuote(coach, props.me, {
    locationId,
    durationMinutes,
    listPriceCents: priceCents,
    conversationId,
    isChosen:
      !props.onContinue && list?.mayBook === true && !list.isDemonstration && choice.time !== undefined,
  })
  const seen = useSeenOpen(list, choice.time, busy)
  // A time that is being booked is no longer open, and nobody else took it.
  const isGone = list !== undefined && isTimeGone(list, choice.time) && !busy && !attempt.isBooking
  const taken =
    list && choice.time && isGone ? (
      <InstantTaken
        list={list}
        start={choice.time}
        wasOpen={seen}
        onChoose={(slot) => void onChoice({ date: slot.date, time: slot.start })}
      />
    ) : null

  return (
    <div className="@container">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className={props.heading ? 'text-xl' : 'text-title'}>{props.heading ?? 'Book a lesson'}</h2>
        <p>
          <span className="tabular font-semibold">{formatMoney(coach.hourlyRateCents)}</span>
          <span className="text-muted"> an hour</span>
        </p>
      </div>
      {props.agreed ? (
        <InstantAgreed agreed={props.agreed} deal={deal} onForget={props.onForgetAgreed} />
      ) : null}
      <div className="mt-5 grid gap-5 @[40rem]:grid-cols-2 @[40rem]:gap-8">
        <div className="flex flex-col gap-5">
          <InstantDuration
            durations={coach.durations}
            value={durationMinutes}
            onChange={(duration) => void onChoice({ duration })}
          />
          <InstantPlace
            places={coach.locations}
            value={locationId}
            onChange={(place) => void onChoice({ place, time: undefined })}
          />
          {list ? (
            <SlotCalendar
              list={list}
              date={chosenDate(list, choice)}
              onDate={(date) => void onChoice({ date, time: undefined })}
              busy={busy}
            />
          ) : query.isError ? null : (
            <Skeleton className="h-[24.5rem] w-full" />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {query.isError ? (
            <Alert
              tone="error"
              title="Error loading time slots"
              action={
                <Button size="sm" onClick={() => void query.refetch()}>
                  Reload
                </Button>
              }
            >
              Please try again
            </Alert>
          ) : null}
          {list ? (
            <>
              {list.firstBookableDate ? taken : null}
              <Times {...props} list={list} busy={busy} durationMinutes={durationMinutes} />
            </>
          ) : null}
          {list || query.isError ? null : <SlotGridSkeleton />}
          {(list && !list.firstBookableDate) || deal.agreedProblem ? null : props.onContinue ? (
            <InstantContinue
              coach={coach}
              slot={list && !busy && choice.time ? (findSlot(list, choice.time) ?? null) : null}
              durationMinutes={durationMinutes}
              priceCents={priceCents}
              placeName={place?.name}
              onContinue={props.onContinue}
            />
          ) : (
            <InstantConfirm
              {...props}
              attempt={attempt}
              taken={taken}
              list={list && !busy ? list : null}
              locationId={locationId}
              durationMinutes={durationMinutes}
              deal={deal}
              placeName={place?.name}
              onReload={() => void query.refetch()}
            />
          )}
        </div>
      </div>
    </div>
  )
}

function Times({
  list,
  busy,
  durationMinutes,
  coach,
  choice,
  onChoice,
}: InstantBookingPanelProps & { list: OpenSlots; busy: boolean; durationMinutes: number }) {
  const date = chosenDate(list, choice)
  const slots = slotsOn(list, date)
  if (!list.firstBookableDate)
    return (
      <InstantNoOpenings coach={coach} list={list} durationMinutes={durationMinutes} onChoice={onChoice} />
    )
  return (
    <>
      {slots.length > 0 ? (
        <SlotGrid
          legend={
            date ? formatDay(slots[0]?.start ?? list.bookable.today, list.zone, { long: true }) : 'Times'
          }
          slots={slots}
          chosen={choice.time ?? null}
          onChoose={(slot) => void onChoice({ date: date ?? undefined, time: slot.start })}
          zone={list.zone}
          busy={busy}
        />
      ) : (
        <p role="status" className="rounded-control bg-surface-sunken px-4 py-3 text-[0.9375rem] text-muted">
          No open times left on this day. Days with a dot have open times.
        </p>
      )}
    </>
  )
}

const isTimeGone = (list: OpenSlots, time: string | undefined) =>
  time !== undefined && findSlot(list, time) === undefined

/** The date in the address, or of the time in it, if the calendar shows it; else the first with an open time (U12). */
function chosenDate(
  list: OpenSlots,
  choice: { date?: string | undefined; time?: string | undefined },
): string | null {
  const wanted = choice.date ?? (choice.time ? dateIn(choice.time, list.zone) : undefined)
  if (wanted && wanted >= list.bookable.first && wanted <= list.bookable.last) return wanted
  return list.firstBookableDate
}

/** True when the chosen time was open a moment ago, on this very page: then somebody took it. */
function useSeenOpen(list: OpenSlots | undefined, time: string | undefined, busy: boolean): boolean {
  const [seen, setSeen] = useState('')
  const now = list && time ? `${time} ${list.durationMinutes}` : ''
  if (list && time && !busy && now !== seen && findSlot(list, time)) setSeen(now)
  return now !== '' && now === seen
}
