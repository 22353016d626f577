import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OwnTimeField } from '#features/availability/components/own-time-field.tsx'
import { SlotCalendar } from '#features/availability/components/slot-calendar.tsx'
import { SlotGrid, SlotGridSkeleton } from '#features/availability/components/slot-grid.tsx'
import { type TimeWarning, timeWarningTexts } from '#features/availability/own-times/own-time.ts'
import type { SlotList } from '#features/availability/schema.ts'
import { findSlot, slotsOn } from '#features/availability/slot-choice/slot-choice.ts'
import { formatDay, formatTimeRange } from '#platform/time.ts'
import { useLive } from '#platform/use-live.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import type { LessonDialogProps } from '../../actions/components/lesson-dialog.ts'
import { lessonWhen, otherName } from '../../actions/components/lesson-words.ts'
import { useLessonAction } from '../../actions/components/use-lesson-action.ts'
import { bookingsClient } from '../../client.ts'
import { InstantTaken } from '../../components/instant-taken.tsx'
import { MoveTerms } from './move-terms.tsx'

/** The server's answers that mean: this time is not to be had any more. */
const gone = ['slot_taken', 'slot_gone', 'in_the_past']

/** Moves a lesson to another open time: same coach, place, length and payment. */
export function MoveDialog({ lesson, as, onClose }: LessonDialogProps) {
  const query = useQuery({
    ...bookingsClient.newTimes.queryOptions({ input: { bookingId: lesson.id } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
  })
  useLive([`coach-slots:${lesson.coach.id}`], () => void query.refetch())
  const [date, setDate] = useState<string | null>(null)
  const [start, setStart] = useState<string | null>(null)
  const [own, setOwn] = useState<{ start: string; confirmed: TimeWarning[] } | null>(null)
  const { busy, failure, code, run } = useLessonAction()
  const list = query.data
  const refusal = list?.refusal ?? null
  const slot = list && start ? findSlot(list, start) : undefined
  const chosen = own?.start ?? slot?.start
  const isSoon = !own && slot !== undefined && list?.soonUntil != null && slot.start < list.soonUntil
  const confirmed: TimeWarning[] = own ? own.confirmed : isSoon ? ['short_notice'] : []
  const isHere = (at: string) => Date.parse(at) === Date.parse(lesson.start)

  function choose(day: string, at: string) {
    setDate(day)
    setStart(at)
    setOwn(null)
  }

  async function move() {
    const start = chosen
    if (!start) return toast.error('Missing Information', 'Please select both a date and time slot')
    await run(
      async () => {
        await bookingsClient.reschedule.call({ bookingId: lesson.id, start, confirmed })
        toast.success('Lesson moved', `${whenWords(start, lesson)}. ${otherName(lesson, as)} has been told.`)
        onClose()
      },
      (problem) => gone.includes(problem.code),
    )
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="lg"
      title="Move this lesson"
      description={`Now: ${lessonWhen(lesson, as)}`}
      footer={
        <>
          <Button onClick={onClose}>Leave it where it is</Button>
          {refusal || query.isError ? null : (
            <Button
              variant="brand"
              loading={busy}
              aria-disabled={!chosen || isHere(chosen)}
              onClick={() => void move()}
              className="whitespace-normal"
            >
              {chosen ? `Move to ${whenWords(chosen, lesson)}` : 'Choose a new time'}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <FormError title={failure ? 'The lesson is where it was' : null}>{failure}</FormError>
        {refusal ? <Alert tone="warning" title={refusal.message} /> : null}
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
        {confirmed.length > 0 && chosen ? (
          <Alert tone="warning" title={whenWords(chosen, lesson)}>
            {confirmed.map((warning) => timeWarningTexts[warning]).join(' ')}
          </Alert>
        ) : null}
        {refusal ? null : <MoveTerms lesson={lesson} as={as} />}
        {query.isPending ? (
          <div role="status" className="grid gap-6 md:grid-cols-2">
            <span className="sr-only">Looking for open times…</span>
            <Skeleton className="h-[24.5rem] w-full" />
            <SlotGridSkeleton />
          </div>
        ) : null}
        {list && !refusal ? (
          list.firstBookableDate ? (
            <Times
              list={list}
              date={date ?? list.firstBookableDate}
              start={start}
              isGone={start !== null && (!slot || gone.includes(code ?? '')) && !busy}
              onDate={setDate}
              onChoose={choose}
            />
          ) : (
            <Alert tone="info" title={`No open times until ${untilWords(list)}`}>
              {as === 'student'
                ? `${lesson.coach.label} has no room for this lesson in the days that can be booked now. New times appear here by themselves as they open.`
                : 'Your open hours are full or closed in the days that can be booked now. You can still choose a time of your own below.'}
            </Alert>
          )
        ) : null}
        {list && !refusal && as === 'coach' ? (
          <OwnTimeField
            label="Choose another time"
            action="Choose this time"
            request={{
              durationMinutes: lesson.durationMinutes,
              bookingId: lesson.id,
              locationId: list.locationId,
            }}
            onChoose={(at, confirmed) => {
              setStart(null)
              setOwn({ start: at, confirmed })
            }}
          />
        ) : null}
      </div>
    </Dialog>
  )
}

function Times({
  list,
  date,
  start,
  isGone,
  onDate,
  onChoose,
}: {
  list: SlotList
  date: string
  start: string | null
  isGone: boolean
  onDate: (date: string) => void
  onChoose: (date: string, start: string) => void
}) {
  const slots = slotsOn(list, date)
  return (
    <div className="grid gap-6 md:grid-cols-2 md:gap-8">
      <SlotCalendar list={list} date={date} onDate={onDate} busy={false} />
      <div className="flex min-w-0 flex-col gap-4">
        {isGone && start ? (
          <InstantTaken
            list={list}
            start={start}
            wasOpen
            onChoose={(slot) => onChoose(slot.date, slot.start)}
          />
        ) : null}
        {slots.length > 0 ? (
          <SlotGrid
            legend={formatDay(slots[0]?.start ?? date, list.zone, { long: true })}
            slots={slots}
            chosen={start}
            onChoose={(slot) => onChoose(date, slot.start)}
            zone={list.zone}
            busy={false}
          />
        ) : (
          <p
            role="status"
            className="rounded-control bg-surface-sunken px-4 py-3 text-[0.9375rem] text-muted"
          >
            No open times left on this day. Days with a dot have open times.
          </p>
        )}
      </div>
    </div>
  )
}

const whenWords = (start: string, { durationMinutes, zone }: { durationMinutes: number; zone: string }) =>
  `${formatDay(start, zone)}, ${formatTimeRange(start, durationMinutes, zone)}`

const untilWords = (list: SlotList) => formatDay(`${list.bookable.last}T12:00:00Z`, 'UTC')
