import { useQuery } from '@tanstack/react-query'
import { CalendarX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { OpenSlot } from '#features/availability/slot-choice.ts'
import { policyText } from '#features/bookings/cancellation/cancellation.ts'
import type { SeriesWeek } from '#features/bookings/series/schema.ts'
import { LEAST_LESSONS, MOST_LESSONS, weekStateTexts } from '#features/bookings/series/series.ts'
import { checkoutClient } from '#features/checkout/client.ts'
import type { SeriesQuote } from '#features/checkout/series/schema.ts'
import type { LessonPackage } from '#features/proposals/packages/schema.ts'
import { formatMoney } from '#platform/money.ts'
import { formatClockTime, formatDay, zoneName } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { HoldWeekly, LessonToBook } from './booking-attempt.ts'
import { countWeeks, isBookable, type WeeklyChoice, whyNotWeekly } from './weekly-choice.ts'

const USUAL_WEEKS = 6

/** Repeats the chosen time every week: how many weeks, which of them are free, and what they cost together. */
export function InstantWeekly({
  coachId,
  locationId,
  durationMinutes,
  lessonType,
  slot,
  zone,
  credit,
  loadedAt,
  isKept,
  onWeekly,
}: {
  coachId: string
  locationId: string | undefined
  durationMinutes: number
  lessonType: LessonToBook['lessonType'] | undefined
  /** The first lesson. */
  slot: OpenSlot
  /** Of the place: IANA name. */
  zone: string
  /** The package that pays for the lessons; null when they are paid by card. */
  credit: LessonPackage | null
  /** When the open times were loaded; the weeks are loaded again with them. */
  loadedAt: number
  /** An attempt without an answer may hold the weeks, so they stay as they are. */
  isKept: boolean
  onWeekly: (choice: WeeklyChoice | null) => void
}) {
  const most = credit ? Math.min(credit.left, MOST_LESSONS) : MOST_LESSONS
  const [weeks, setWeeks] = useState<number | null>(null)
  const select = useRef<HTMLSelectElement>(null)
  const count = countWeeks(weeks, most)
  const until = credit?.expiresAt ?? null
  const [weeksAt, setWeeksAt] = useState(loadedAt)
  if (!isKept && weeksAt !== loadedAt) setWeeksAt(loadedAt)
  const query = useQuery({
    ...checkoutClient.quoteSeries.queryOptions({
      input: {
        instructorId: coachId,
        locationId,
        start: slot.start,
        weeks: count ?? LEAST_LESSONS,
        durationMinutes,
        lessonType,
        packageId: credit?.id,
      },
    }),
    queryHash: JSON.stringify([
      'weekly',
      coachId,
      locationId,
      slot.start,
      durationMinutes,
      lessonType,
      credit?.id,
      count,
      weeksAt,
    ]),
    enabled: count !== null,
    staleTime: isKept ? Number.POSITIVE_INFINITY : 0,
    gcTime: 0,
    refetchOnWindowFocus: isKept ? false : 'always',
  })
  const { data: quote, isError } = query
  const tell = useRef(onWeekly)
  tell.current = onWeekly
  useEffect(() => {
    tell.current(count === null ? null : choiceOf(slot.start, { quote, isError }, until))
  }, [count, quote, isError, slot.start, until])
  useEffect(() => () => tell.current(null), [])
  const isOpen = count !== null
  useEffect(() => {
    if (isOpen) select.current?.focus()
  }, [isOpen])

  if (most < LEAST_LESSONS) return null
  if (count === null)
    return (
      <button
        type="button"
        className="self-start text-link text-[0.9375rem]"
        onClick={() => setWeeks(Math.min(USUAL_WEEKS, most))}
      >
        Repeat weekly
      </button>
    )
  return (
    <section aria-label="Weekly lessons" className="rounded-card border p-4">
      <Field
        label="Repeat weekly"
        hint={`${weekdayOf(slot.start, zone)}s at ${formatClockTime(slot.start, zone)}`}
        className="min-w-44"
      >
        <Select
          ref={select}
          name="weeks"
          value={String(count)}
          onChange={(event) => setWeeks(Number(event.target.value))}
          options={Array.from({ length: most - LEAST_LESSONS + 1 }, (_, n) => ({
            value: String(n + LEAST_LESSONS),
            label: `${n + LEAST_LESSONS} weeks`,
          }))}
        />
      </Field>
      <div className="mt-4">
        {isError ? (
          <Alert
            tone="error"
            title="We could not load the weeks."
            action={
              <Button size="sm" onClick={() => void query.refetch()}>
                Try again
              </Button>
            }
          >
            Nothing was booked.
          </Alert>
        ) : quote ? (
          <WeekList quote={quote} until={until} isPaid={credit !== null} />
        ) : (
          <div role="status" className="flex flex-col gap-2">
            <span className="sr-only">Looking up the weeks…</span>
            <Skeleton className="h-24 w-full" />
          </div>
        )}
        <button type="button" className="mt-3 text-link text-sm" onClick={() => setWeeks(null)}>
          Book one lesson only
        </button>
      </div>
    </section>
  )
}

const weekdayOf = (start: string, zone: string) => formatDay(start, zone, { long: true }).split(',')[0]

/** A week that is left out, and why. */
const reasonOf = ({ state }: SeriesWeek) =>
  state === 'free' ? 'After your package ends' : weekStateTexts[state]

function WeekList({ quote, until, isPaid }: { quote: SeriesQuote; until: string | null; isPaid: boolean }) {
  const { weeks, zone, priceCents } = quote
  const free = weeks.filter((week) => isBookable(week, until))
  const leftOut = weeks.length - free.length
  const [first] = free
  const last = free.at(-1)
  const changes =
    first && last && zoneName(first.start, zone) !== zoneName(last.start, zone)
      ? `Clocks change on the way, and your time stays ${formatClockTime(first.start, zone)}.`
      : null
  // The weeks after the booking window are one line.
  const shown = weeks.slice(0, weeks.findLastIndex(({ state }) => state !== 'too_far') + 1)
  const later = weeks.length - shown.length
  return (
    <>
      <ul className="tabular grid grid-cols-1 gap-x-6 text-[0.9375rem] @[26rem]:grid-cols-2">
        {shown.map((week) => {
          const isIn = isBookable(week, until)
          const day = formatDay(`${week.date}T12:00:00Z`, 'UTC')
          return (
            <li key={week.date} className="flex min-h-8 items-center justify-between gap-3 border-b py-1">
              {isIn ? (
                <>
                  <span>{day}</span>
                  {isPaid ? null : <span className="text-muted">{formatMoney(priceCents)}</span>}
                </>
              ) : (
                <>
                  <s className="text-muted">{day}</s>
                  <span className="flex items-center gap-1.5 text-sm text-yellow">
                    <CalendarX aria-hidden className="size-4 shrink-0" />
                    {reasonOf(week)}
                  </span>
                </>
              )}
            </li>
          )
        })}
        {later > 0 ? (
          <li className="flex min-h-8 items-center justify-between gap-3 border-b py-1 text-sm text-muted">
            {later === 1 ? 'The week after cannot' : `The ${later} weeks after cannot`} be booked yet.
          </li>
        ) : null}
      </ul>
      <p role="status" className="mt-3 text-[0.9375rem]">
        <span className="font-semibold">
          {free.length === 1 ? '1 lesson' : `${free.length} lessons`}
          {isPaid ? ' of your package' : `, ${formatMoney(free.length * priceCents)}`}
        </span>
        {leftOut > 0 ? `. ${leftOut === 1 ? 'One week is' : `${leftOut} weeks are`} left out.` : null}
        {free.length < LEAST_LESSONS ? ' Choose another time or more weeks, or book one lesson only.' : null}
      </p>
      {changes ? <p className="mt-1 text-sm text-muted">{changes}</p> : null}
      <p className="mt-1 text-sm text-muted">
        You can cancel or move each lesson on its own.
        {isPaid ? null : ' Discounts are for single lessons.'}
      </p>
    </>
  )
}

/** What is booked with the weeks as they are shown. */
function choiceOf(
  of: string,
  { quote, isError }: { quote: SeriesQuote | undefined; isError: boolean },
  until: string | null,
): WeeklyChoice {
  const starts = (quote?.weeks ?? []).filter((week) => isBookable(week, until)).map(({ start }) => start)
  const eachCents = quote?.priceCents ?? 0
  const sum = starts.length * eachCents
  return {
    of,
    problem: whyNotWeekly(quote ? starts.length : null, isError),
    title: `${starts.length} weekly lessons`,
    listPriceCents: sum,
    priceCents: sum,
    lines: [],
    terms: quote ? `Each lesson on its own: ${policyText(quote.policy)}` : '',
    lesson: { expectedPriceCents: eachCents, starts, hold },
  }
}

const hold: HoldWeekly = (request) => {
  const {
    instructorId,
    locationId,
    durationMinutes,
    starts = [],
    expectedPriceCents,
    expectedPolicy,
  } = request
  const { note, answers, idempotencyKey, lessonType, golferId, giftCents } = request
  return checkoutClient.bookSeries.call({
    instructorId,
    locationId,
    durationMinutes,
    starts,
    expectedPriceCents,
    expectedPolicy,
    idempotencyKey,
    ...(giftCents ? { giftCents } : {}),
    ...(note ? { note } : {}),
    ...(lessonType ? { lessonType } : {}),
    answers,
    golferId,
  })
}
