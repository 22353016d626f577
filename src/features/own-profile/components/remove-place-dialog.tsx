import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMoment } from '#platform/time.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { ownProfileClient } from '../client.ts'
import type { OwnPlace, PlaceUse } from '../schema.ts'

const LISTED = 5

/** Shows what depends on a place before it is removed: lessons and clinics stay, hours are removed or moved. */
export function RemovePlaceDialog({
  place,
  others,
  isVisible,
  onClose,
  onRemoved,
}: {
  place: OwnPlace
  others: readonly OwnPlace[]
  isVisible: boolean
  onClose: () => void
  onRemoved: () => Promise<unknown>
}) {
  const use = useQuery(
    ownProfileClient.placeUse.queryOptions({ input: { placeId: place.id }, staleTime: 0, retry: false }),
  )
  const [keepLessons, setKeepLessons] = useState(false)
  const [hours, setHours] = useState<'move' | 'remove'>(others.length > 0 ? 'move' : 'remove')
  const [moveTo, setMoveTo] = useState(others[0]?.id ?? '')
  const [isUnread, setUnread] = useState(false)
  const { busy, failure, attempt } = useAttempt()
  const isLast = others.length === 0 && isVisible
  const hasHours = use.data ? use.data.weeklyHours + use.data.extraHours > 0 : false
  const canMove = hasHours && others.length > 0
  const fate =
    hasHours && hours === 'move' ? { hours: 'move' as const, moveTo } : { hours: 'remove' as const }
  const bookedInto = fate.hours === 'remove' ? (use.data?.bookedInto ?? null) : null
  const lessons = use.data?.lessonCount ?? 0
  const clinics = use.data?.clinics.length ?? 0
  const stays = [lessons > 0 ? 'lessons' : null, clinics > 0 ? 'clinics' : null].filter(Boolean).join(' and ')

  const remove = () =>
    attempt(async () => {
      if (stays && !keepLessons) return setUnread(true)
      const outcome = await ownProfileClient.removePlace.call({ placeId: place.id, keepLessons, ...fate })
      if (!outcome.ok) {
        // A lesson was booked in the meantime, or another window removed the other places or changed the hours.
        setUnread(outcome.reason === 'lessons_there')
        await Promise.all([use.refetch(), onRemoved()])
        return
      }
      await onRemoved()
      onClose()
      toast.success('Place removed', place.name)
    })

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      size="sm"
      title={`Remove ${place.name}?`}
      footer={
        <>
          <DialogClose>
            <Button>Keep it</Button>
          </DialogClose>
          {isLast ? null : (
            <Button
              variant="danger"
              loading={busy}
              disabled={!use.data || bookedInto !== null}
              onClick={() => void remove()}
            >
              Remove place
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <FormError>{failure}</FormError>
        {isLast ? (
          <Alert tone="warning" title="This is your only place">
            Students search by distance, so a visible profile needs one. Add another place first, or hide your
            profile.
          </Alert>
        ) : use.isPending ? (
          <div className="flex flex-col gap-3">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-5 w-1/2" />
          </div>
        ) : use.data ? (
          <>
            {lessons > 0 ? <LessonsThere use={use.data} /> : null}
            {clinics > 0 ? <ClinicsThere clinics={use.data.clinics} /> : null}
            {stays ? null : (
              <p className="text-muted">
                No lessons are booked here. Students will no longer be able to choose this place.
              </p>
            )}
            {stays ? (
              <Checkbox
                label={`Keep these ${stays} here`}
                description="Their address and time stay as they were booked."
                checked={keepLessons}
                error={isUnread && !keepLessons ? `Please confirm that these ${stays} stay` : undefined}
                onChange={(event) => setKeepLessons(event.target.checked)}
              />
            ) : null}
            {hasHours ? (
              <HoursFate
                use={use.data}
                others={others}
                hours={hours}
                moveTo={moveTo}
                onHours={setHours}
                onMoveTo={setMoveTo}
              />
            ) : null}
            {bookedInto ? (
              <Alert tone="warning" title={`Students book into “${bookedInto}” only`}>
                Without this calendar they could book all your other hours. Choose under Availability what
                they book into first{canMove ? ', or move the hours to another place' : ''}.
              </Alert>
            ) : null}
          </>
        ) : (
          <Alert
            tone="error"
            title="We could not load the lessons booked here."
            action={
              <Button size="sm" onClick={() => void use.refetch()}>
                Try again
              </Button>
            }
          >
            Nothing was removed.
          </Alert>
        )}
      </div>
    </Dialog>
  )
}

function LessonsThere({ use }: { use: PlaceUse }) {
  const rest = use.lessonCount - Math.min(LISTED, use.lessons.length)
  return (
    <Alert
      tone="warning"
      title={use.lessonCount === 1 ? 'A lesson is booked here' : `${use.lessonCount} lessons are booked here`}
    >
      <ul className="mt-1 flex flex-col gap-0.5">
        {use.lessons.slice(0, LISTED).map((lesson) => (
          <li key={lesson.id}>
            <span className="tabular font-medium">{formatMoment(lesson.start, lesson.zone)}</span>,{' '}
            {lesson.student}
          </li>
        ))}
        {rest > 0 ? <li className="text-muted">and {rest} more</li> : null}
      </ul>
    </Alert>
  )
}

/** Names the published clinics at a place that is removed or moves elsewhere. */
export function ClinicsThere({ clinics }: { clinics: PlaceUse['clinics'] }) {
  return (
    <Alert
      tone="warning"
      title={clinics.length === 1 ? 'A clinic takes place here' : `${clinics.length} clinics take place here`}
    >
      <ul className="my-1 flex flex-col gap-0.5">
        {clinics.map((clinic) => (
          <li key={clinic.id}>
            <span className="tabular font-medium">{formatMoment(clinic.start, clinic.zone)}</span>,{' '}
            <bdi>{clinic.title}</bdi>
          </li>
        ))}
      </ul>
      {clinics.length === 1 ? 'It stays' : 'They stay'} on your profile, but searches near here no longer list{' '}
      {clinics.length === 1 ? 'it' : 'them'}.
    </Alert>
  )
}

function HoursFate(props: {
  use: PlaceUse
  others: readonly OwnPlace[]
  hours: 'move' | 'remove'
  moveTo: string
  onHours: (hours: 'move' | 'remove') => void
  onMoveTo: (placeId: string) => void
}) {
  const { weeklyHours, extraHours } = props.use
  const count = [
    weeklyHours > 0 ? `${weeklyHours} weekly ${weeklyHours === 1 ? 'time' : 'times'}` : null,
    extraHours > 0 ? `${extraHours} extra ${extraHours === 1 ? 'time' : 'times'}` : null,
  ]
    .filter(Boolean)
    .join(' and ')
  if (props.others.length === 0)
    return <p className="text-muted">The {count} you teach only here are removed with it.</p>
  return (
    <>
      <RadioGroup
        legend={`What happens to the ${count} you teach only here?`}
        name="hours"
        value={props.hours}
        onValueChange={(value) => props.onHours(value === 'move' ? 'move' : 'remove')}
        options={[
          {
            value: 'move',
            label: 'Move them to another place',
            description: 'The same hours, by the clock there.',
          },
          { value: 'remove', label: 'Remove them', description: 'Students see fewer open times.' },
        ]}
      />
      {props.hours === 'move' ? (
        <Field label="Move them to">
          <Select
            value={props.moveTo}
            options={props.others.map(({ id, name, zoneName }) => ({
              value: id,
              label: `${name} (${zoneName})`,
            }))}
            onChange={(event) => props.onMoveTo(event.target.value)}
          />
        </Field>
      ) : null}
    </>
  )
}
