import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MESSAGE_LENGTH } from '#features/bookings/cancellation/schema.ts'
import { useLessonAction } from '#features/bookings/components/use-lesson-action.ts'
import { readProblem } from '#platform/api-problem.ts'
import { formatTimeRange } from '#platform/time.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { calledOffNews, callersOf, lessonsWord, notCalledOffTitle } from '../call-off.ts'
import { rainChecksClient } from '../client.ts'
import { type CallOffPart, callOffParts } from '../rain-check.ts'
import type { Affected } from '../schema.ts'

/** Calls off the lessons of a part of a day in one act. Shows which ones first. */
export function CallOffDialog({
  date: first,
  today,
  onClose,
}: {
  /** `yyyy-MM-dd`, by the clock where the coach teaches. */
  date: string
  today: string
  onClose: () => void
}) {
  const [date, setDate] = useState(first)
  const [partId, setPart] = useState<CallOffPart>(first === today ? 'afternoon' : 'day')
  const [message, setMessage, forget] = useTabDraft(`call-off:${first}`)
  const { startTime, endTime, name } = callOffParts.find(({ id }) => id === partId) ?? callOffParts[1]
  const times = { date, startTime, endTime }
  const isDate = /^\d{4}-\d\d-\d\d$/.test(date)
  const query = useQuery({
    ...rainChecksClient.affected.queryOptions({ input: times }),
    enabled: isDate,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const { busy, failure, code, attempt } = useLessonAction()
  const queryClient = useQueryClient()
  // After a failure some lessons may be called off: the list shows which ones are left.
  function reload() {
    void queryClient.invalidateQueries({ queryKey: rainChecksClient.key() })
    return false
  }
  const affected = isDate && !query.isPlaceholderData ? query.data : undefined
  const count = affected?.lessons.length ?? 0
  const callOff = () =>
    attempt(async () => {
      const lessons = affected?.lessons ?? []
      const bookingIds = lessons.map(({ bookingId }) => bookingId)
      const answer = await rainChecksClient.callOff.call({ ...times, bookingIds, message })
      const { isDone, title, text } = calledOffNews(answer, lessons)
      if (isDone) {
        forget()
        toast.success(title, text)
      } else toast.error(title, text)
      onClose()
    }, reload)
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Call off lessons"
      description="Because of the weather. Each student chooses another time, a credit or a refund; you pay nothing for it."
      footer={
        <>
          <Button onClick={onClose}>Go back</Button>
          <Button variant="danger" loading={busy} disabled={count === 0} onClick={() => void callOff()}>
            {count === 0 ? 'Call off lessons' : `Call off ${lessonsWord(count)}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <FormError title={failure ? notCalledOffTitle(code) : null}>{failure}</FormError>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Date">
            <Input type="date" value={date} min={today} onChange={(event) => setDate(event.target.value)} />
          </Field>
          <Field label="Part of the day">
            <Select
              value={partId}
              onChange={(event) =>
                setPart(callOffParts.find(({ id }) => id === event.target.value)?.id ?? 'afternoon')
              }
              options={callOffParts.map(({ id, name: label }) => ({ value: id, label }))}
            />
          </Field>
        </div>
        {query.isError ? (
          <Alert
            tone="error"
            title={readProblem(query.error).message ?? 'We could not load your lessons.'}
            action={
              <Button size="sm" onClick={() => void query.refetch()}>
                Try again
              </Button>
            }
          />
        ) : affected ? (
          <Lessons affected={affected} part={name} />
        ) : (
          <Skeleton className="h-24 w-full" />
        )}
        <Field label="Message to the students" optional hint="It is in the email that each of them gets.">
          <Textarea
            rows={2}
            maxLength={MESSAGE_LENGTH}
            value={message}
            placeholder="The range is under water. I am sorry!"
            onChange={(event) => setMessage(event.target.value)}
          />
        </Field>
      </div>
    </Dialog>
  )
}

/** Which lessons it is about, and which stay. */
function Lessons({
  affected: { lessons, indoors, clinics, before },
  part,
}: {
  affected: Affected
  part: string
}) {
  const stay = [
    before > 0 ? `${lessonsWord(before)} called off before` : null,
    indoors > 0 ? `${lessonsWord(indoors)} indoors` : null,
    clinics > 0
      ? clinics === 1
        ? '1 clinic, which you cancel on its own page'
        : `${clinics} clinics, which you cancel on their own pages`
      : null,
  ].filter((one) => one !== null)
  const callers = callersOf(lessons)
  return (
    <section aria-label={`Lessons: ${part}`} className="flex flex-col gap-2">
      {lessons.length === 0 ? (
        <p className="text-[0.9375rem] text-muted">No outdoor lesson is booked then.</p>
      ) : (
        <ul className="divide-y rounded-card border">
          {lessons.map(({ bookingId, start, durationMinutes, zone, student, place }) => (
            <li
              key={bookingId}
              className="flex flex-wrap justify-between gap-x-4 px-4 py-2.5 text-[0.9375rem]"
            >
              <span>
                <bdi className="font-semibold">{student}</bdi>, {place}
              </span>
              <span className="tabular">{formatTimeRange(start, durationMinutes, zone)}</span>
            </li>
          ))}
        </ul>
      )}
      {callers ? (
        <p className="text-sm text-muted">Nothing is sent to {callers}: call or text them.</p>
      ) : null}
      {stay.length > 0 ? <p className="text-sm text-muted">Not called off: {stay.join('; ')}.</p> : null}
      {lessons.length > 0 ? (
        <p className="text-sm text-muted">
          Students can no longer book these times. You can unblock them in your schedule.
        </p>
      ) : null}
    </section>
  )
}
