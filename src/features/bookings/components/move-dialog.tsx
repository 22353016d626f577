import { useState } from 'react'
import { OwnTimeField } from '#features/availability/components/own-time-field.tsx'
import { SlotPicker } from '#features/availability/components/slot-picker.tsx'
import { useSlotList } from '#features/availability/components/use-slot-list.ts'
import { type TimeWarning, timeWarningTexts } from '#features/availability/own-times/own-time.ts'
import type { SlotList } from '#features/availability/schema.ts'
import { type DatedSlot, findSlot } from '#features/availability/slot-choice.ts'
import { formatDay, formatTimeRange } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast.tsx'
import { bookingsClient } from '../client.ts'
import type { LessonDialogProps } from './lesson-dialog.ts'
import { lessonWhen, otherName, toldText } from './lesson-words.ts'
import { MoveTerms } from './move-terms.tsx'
import { SlotTakenNote } from './slot-taken-note.tsx'
import { useLessonAction } from './use-lesson-action.ts'

/** Error codes which mean that the chosen time is no longer available. */
const gone = ['slot_taken', 'slot_gone', 'in_the_past']

/** Moves a lesson to another open time. Coach, length and payment stay the same; the place can be changed. */
export function MoveDialog({ lesson, as, onClose }: LessonDialogProps) {
  const [placeId, setPlaceId] = useState('')
  const locationId = placeId || undefined
  const query = useSlotList(
    lesson.coach.id,
    bookingsClient.newTimes.queryOptions({ input: { bookingId: lesson.id, locationId } }),
  )
  const [date, setDate] = useState<string | null>(null)
  const [start, setStart] = useState<string | null>(null)
  const [own, setOwn] = useState<{ start: string; confirmed: TimeWarning[] } | null>(null)
  /** The time of the list that the server refused. */
  const [refused, setRefused] = useState<string | null>(null)
  const { busy, failure, code, attempt } = useLessonAction()
  const list = query.data
  const refusal = list?.refusal ?? null
  const slot = list && start ? findSlot(list, start) : undefined
  const chosen = own?.start ?? slot?.start
  const isSoon = !own && slot !== undefined && list?.soonUntil != null && slot.start < list.soonUntil
  const confirmed: TimeWarning[] = own ? own.confirmed : isSoon ? ['short_notice'] : []
  const isGone = (!slot || refused === start) && !busy
  const isHere = !placeId && chosen !== undefined && Date.parse(chosen) === Date.parse(lesson.start)
  const where = { ...lesson, zone: list?.zone ?? lesson.zone }
  const offersPlaces = list && list.otherPlaces.length > 0 && (as === 'coach' || list.isPlaceGone)
  const canChoose = refusal?.code === 'place_gone' || !refusal

  function choosePlace(id: string) {
    setPlaceId(id)
    setDate(null)
    setStart(null)
    setOwn(null)
  }

  function choose(at: DatedSlot) {
    setDate(at.date)
    setStart(at.start)
    setOwn(null)
  }

  async function move() {
    const start = chosen
    if (!start) return toast.error('Missing Information', 'Please select both a date and time slot')
    if (isHere) return toast.error('The lesson is there already', 'Please choose another time.')
    setRefused(null)
    await attempt(
      async () => {
        await bookingsClient.reschedule.call({ bookingId: lesson.id, start, confirmed, locationId })
        const told = toldText(otherName(lesson, as), lesson.isOfCaller)
        toast.success('Lesson moved', `${whenWords(start, where)}. ${told}`)
        onClose()
      },
      (problem) => {
        if (!gone.includes(problem.code)) return false
        if (!own) setRefused(start)
        setOwn(null)
        // The list says it about its own times only.
        return !own
      },
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
          <Button onClick={onClose}>Keep current time</Button>
          {refusal || query.isError ? null : (
            <Button
              variant="brand"
              loading={busy}
              aria-disabled={!chosen || isHere}
              onClick={() => void move()}
              className="whitespace-normal"
            >
              {chosen ? `Move to ${whenWords(chosen, where)}` : 'Choose a new time'}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <FormError title={failure && code !== 'offline' ? 'The lesson is where it was' : null}>
          {failure}
        </FormError>
        {refusal ? <Alert tone="warning" title={refusal.message} /> : null}
        {list && offersPlaces && canChoose ? (
          <Field label="Place">
            <Select
              value={placeId}
              placeholder={as === 'student' ? 'Choose a place' : `${lesson.location.name} (as booked)`}
              options={list.otherPlaces.map(({ id, name, city }) => ({
                value: id,
                label: `${name}, ${city}`,
              }))}
              onChange={(event) => choosePlace(event.target.value)}
            />
          </Field>
        ) : null}
        {confirmed.length > 0 && chosen ? (
          <Alert tone="warning" title={whenWords(chosen, where)}>
            {confirmed.map((warning) => timeWarningTexts[warning]).join(' ')}
          </Alert>
        ) : null}
        {refusal ? null : <MoveTerms lesson={lesson} as={as} isPlaceKept={!placeId} />}
        {refusal ? null : (
          <SlotPicker
            query={query}
            date={date}
            onDate={setDate}
            chosen={start}
            onChoose={choose}
            notice={
              list && start && isGone ? (
                <SlotTakenNote list={list} start={start} wasOpen onChoose={choose} />
              ) : null
            }
            none={
              list ? (
                <Alert tone="info" title={`No open times until ${untilWords(list)}`}>
                  {as === 'student'
                    ? `${lesson.coach.label} has no open times for this lesson right now. New times appear here automatically.`
                    : 'Your open hours are full or closed in the days that can be booked now. You can still choose a time of your own below.'}
                </Alert>
              ) : null
            }
          />
        )}
        {list && !refusal && as === 'coach' ? (
          <OwnTimeField
            label="Choose another time"
            action="Choose this time"
            request={{
              durationMinutes: lesson.durationMinutes,
              bookingId: lesson.id,
              locationId,
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

const whenWords = (start: string, { durationMinutes, zone }: { durationMinutes: number; zone: string }) =>
  `${formatDay(start, zone)}, ${formatTimeRange(start, durationMinutes, zone)}`

const untilWords = (list: SlotList) => formatDay(`${list.bookable.last}T12:00:00Z`, 'UTC')
