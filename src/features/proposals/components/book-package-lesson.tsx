import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { SlotPicker } from '#features/availability/components/slot-picker.tsx'
import { findSlot } from '#features/availability/slot-choice.ts'
import { bookingsClient } from '#features/bookings/client.ts'
import { type IntakeAnswers, IntakeQuestions } from '#features/bookings/components/intake-questions.tsx'
import { checkoutClient } from '#features/checkout/client.ts'
import { useOpenSlots } from '#features/checkout/components/use-open-slots.ts'
import { type PlayerChoice, WhoPlays } from '#features/golfers/components/who-plays.tsx'
import { formatLesson, formatMoment } from '#platform/time.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { toast } from '#ui/toast.tsx'
import { proposalsClient } from '../client.ts'
import { afterEndText, formatEnd, lessonsLeftText } from '../packages/package.ts'
import type { LessonPackage } from '../packages/schema.ts'
import { MAYBE_BOOKED, useCreditBooking } from './use-proposals.ts'

/** Books the next lesson of a package: choose a time and confirm, without a payment. */
export function BookPackageLesson({
  lessonPackage,
  size = 'md',
}: {
  lessonPackage: LessonPackage
  size?: 'sm' | 'md'
}) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="lg"
      trigger={
        <Button variant="brand" size={size}>
          Book a lesson
        </Button>
      }
      title={`Book from ${lessonPackage.title}`}
      description={`${lessonsLeftText(lessonPackage.left, lessonPackage.lessons)}, until ${formatEnd(lessonPackage)}. You already paid for it.`}
    >
      <ChooseTime lessonPackage={lessonPackage} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

/** Chooses the place, if the package has none, and the time of a lesson, and books it. */
export function ChooseTime({
  lessonPackage: one,
  onDone,
}: {
  lessonPackage: LessonPackage
  onDone: () => void
}) {
  const [placeId, setPlaceId] = useState('')
  // Processes of the previous version do not return the places.
  const { places = [] } = one
  const locationId = one.locationId ?? (placeId || undefined)
  const request = { instructorId: one.coach.id, locationId, durationMinutes: one.durationMinutes }
  const query = useOpenSlots(request, null)
  const queryClient = useQueryClient()
  const [date, setDate] = useState<string | null>(null)
  const [time, setTime] = useState<string | null>(null)
  const attempt = useRef({ of: '', key: '' })
  const booking = useCreditBooking()
  // The time of a request whose answer was lost: it can be booked again although it may no longer be open.
  const [lostTime, setLostTime] = useState<string | null>(null)
  const list = query.data
  const isLost = time !== null && time === lostTime
  const start = list && time && (isLost || findSlot(list, time)) ? time : null
  const isAfter = list && start ? afterEndText({ start, zone: list.zone }, one) : null
  const intake = useRef<IntakeAnswers>(null)
  const player = useRef<PlayerChoice>(null)
  const [isOther, setOther] = useState(false)

  async function book(start: string) {
    const answers = intake.current ? intake.current.read() : []
    if (!answers || !player.current?.check()) return
    const golferId = await player.current.resolve()
    if (golferId === false) return
    // Retrying the same time reuses the idempotency key, so that it is booked once.
    const wish = `${start} ${locationId} ${golferId}`
    if (attempt.current.of !== wish) attempt.current = { of: wish, key: uuidV4() }
    const { key: idempotencyKey } = attempt.current
    const input = { packageId: one.id, start, locationId, golferId, answers, idempotencyKey }
    const { kind } = await booking.book(() => proposalsClient.bookFromPackage.call(input))
    if (kind === 'busy') return
    setLostTime(kind === 'lost' ? start : null)
    if (kind === 'lost') return
    for (const client of [bookingsClient, checkoutClient])
      await queryClient.invalidateQueries({ queryKey: client.key() })
    if (kind === 'refused') return void query.refetch()
    intake.current?.forget()
    toast.success('Lesson booked', formatLesson(start, one.durationMinutes, list?.zone ?? one.zone))
    onDone()
  }

  const placeField = places.length > 0 && (
    <Field label="Place" hint="Choose where to take the lesson.">
      <Select
        value={placeId}
        placeholder="Choose a place"
        options={places.map(({ id, name, city }) => ({ value: id, label: `${name}, ${city}` }))}
        onChange={(event) => {
          setPlaceId(event.target.value)
          setDate(null)
          setTime(null)
        }}
      />
    </Field>
  )
  if (placeField && !placeId) return placeField
  return (
    <div className="flex flex-col gap-5">
      {placeField}
      <SlotPicker
        query={query}
        date={date}
        onDate={(day) => {
          setDate(day)
          setTime(null)
        }}
        chosen={time}
        onChoose={(slot) => setTime(slot.start)}
        none={
          <Alert tone="info" title={`${one.coach.label} has no open times at the moment`}>
            Message your coach: you can use your lessons until the package expires.
          </Alert>
        }
      >
        {isAfter ? <Alert tone="warning">{isAfter} Choose an earlier time.</Alert> : null}
        {list?.questions.length ? (
          <IntakeQuestions
            ref={intake}
            coachId={one.coach.id}
            coachLabel={one.coach.label}
            questions={
              isOther ? list.questions.map((asked) => ({ ...asked, lastAnswer: null })) : list.questions
            }
          />
        ) : null}
        {list ? <WhoPlays ref={player} isSignedIn onOther={setOther} /> : null}
        {isLost && !booking.busy ? <Alert tone="warning">{MAYBE_BOOKED}</Alert> : null}
        {list ? (
          <Button
            variant="primary"
            size="lg"
            className="w-full"
            disabled={!start || isAfter !== null}
            loading={booking.busy}
            onClick={() => start && void book(start)}
          >
            {start ? `Book ${formatMoment(start, list.zone)}` : 'Choose a time'}
          </Button>
        ) : null}
      </SlotPicker>
    </div>
  )
}
