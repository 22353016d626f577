import { useQuery } from '@tanstack/react-query'
import { instantAt, timeWarningTexts } from '#features/availability/own-times/own-time.ts'
import { clockOf } from '#features/availability/week.ts'
import { bookingsClient } from '#features/bookings/client.ts'
import { toldText } from '#features/bookings/components/lesson-words.ts'
import { useLessonAction } from '#features/bookings/components/use-lesson-action.ts'
import { playerName } from '#features/golfers/golfer.ts'
import { readProblem } from '#platform/api-problem.ts'
import { formatMoney } from '#platform/money.ts'
import { toIso } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { scheduleClient } from '../client.ts'
import type { DraggedTo } from '../schema.ts'
import { moveNews, whenWords } from './entry-words.ts'

/** Asks before a lesson moves: from when to when, what the student hears, and that the price stays; or why it can't. */
export function MoveToDialog({
  to,
  zone,
  onClose,
  onMoved,
}: {
  to: DraggedTo
  zone: string
  onClose: () => void
  onMoved: (lesson: { bookingId: string; start: string }) => void
}) {
  const { entry } = to
  const start = instantAt(zone, to.date, clockOf(to.minute))
  if (start === null)
    return (
      <CantMove
        onClose={onClose}
        reasons={['The clocks go forward then: there is no such time that day.']}
        to={to}
      />
    )
  if (start === Date.parse(entry.start))
    return <CantMove onClose={onClose} reasons={['The lesson is there already.']} to={to} />
  return <MoveTo to={to} start={toIso(start)} onClose={onClose} onMoved={onMoved} />
}

function MoveTo({
  to: { entry, ...to },
  start,
  onClose,
  onMoved,
}: {
  to: DraggedTo
  start: string
  onClose: () => void
  onMoved: (lesson: { bookingId: string; start: string }) => void
}) {
  const { bookingId, durationMinutes, zone, student, isOfCaller } = entry
  const looked = useQuery({
    ...scheduleClient.look.queryOptions({
      input: { start, durationMinutes, bookingId, ...(entry.placeId ? { placeId: entry.placeId } : {}) },
    }),
    staleTime: 0,
  })
  const { busy, failure, code, attempt } = useLessonAction()
  const time = looked.data
  if (time && !time.isFree)
    return <CantMove to={{ entry, ...to }} start={start} reasons={time.reasons} onClose={onClose} />
  const move = () =>
    attempt(async () => {
      await bookingsClient.reschedule.call({ bookingId, start, confirmed: time?.warnings ?? [] })
      const told = toldText(student.name, isOfCaller)
      toast.success('Lesson moved', `${whenWords(start, durationMinutes, zone)}. ${told}`)
      onMoved({ bookingId, start })
      onClose()
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Move this lesson?"
      description={`${entry.title} with ${playerName(entry)}`}
      footer={
        <>
          <Button onClick={onClose}>Keep current time</Button>
          <Button variant="brand" loading={busy} disabled={!time} onClick={() => void move()}>
            Move the lesson
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <FormError title={failure && code !== 'offline' ? 'The lesson is where it was' : null}>
          {failure}
        </FormError>
        {looked.isError ? (
          <Alert
            tone="error"
            title={readProblem(looked.error).message ?? 'We could not look at this time.'}
            action={
              <Button size="sm" onClick={() => void looked.refetch()}>
                Try again
              </Button>
            }
          >
            Nothing was moved.
          </Alert>
        ) : null}
        <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2">
          <dt className="text-muted">From</dt>
          <dd className="tabular line-through decoration-line-strong">
            {whenWords(entry.start, durationMinutes, zone)}
          </dd>
          <dt className="text-muted">To</dt>
          <dd className="tabular font-semibold">{whenWords(start, durationMinutes, zone)}</dd>
          <dt className="text-muted">Where</dt>
          <dd>{entry.place}</dd>
          <dt className="text-muted">Price</dt>
          <dd>{formatMoney(entry.priceCents)}, unchanged. Nothing is paid again.</dd>
        </dl>
        {time ? null : looked.isPending ? (
          <div role="status">
            <span className="sr-only">Looking at this time…</span>
            <Skeleton className="h-5 w-2/3" />
          </div>
        ) : null}
        {time && time.warnings.length > 0 ? (
          <Alert tone="warning" title="Not one of your open times">
            {time.warnings.map((warning) => timeWarningTexts[warning]).join(' ')}
          </Alert>
        ) : null}
        <p className="rounded-control bg-surface-sunken px-4 py-3 text-[0.9375rem]">
          {moveNews(entry, whenWords(start, durationMinutes, zone))}
        </p>
      </div>
    </Dialog>
  )
}

/** The lesson is back where it was, and this is why. */
function CantMove(props: { to: DraggedTo; start?: string; reasons: readonly string[]; onClose: () => void }) {
  const { entry } = props.to
  return (
    <Dialog
      open
      onOpenChange={(open) => open || props.onClose()}
      size="sm"
      title="The lesson stays where it is"
      description={`${playerName(entry)}, ${whenWords(entry.start, entry.durationMinutes, entry.zone)}`}
      footer={
        <Button variant="brand" onClick={props.onClose}>
          All right
        </Button>
      }
    >
      <Alert
        tone="warning"
        title={
          props.start
            ? `${whenWords(props.start, entry.durationMinutes, entry.zone)} is not free`
            : 'Nothing was moved'
        }
      >
        <ul className="flex flex-col gap-1">
          {props.reasons.map((reason) => (
            <li key={reason} dir="auto">
              {reason}
            </li>
          ))}
        </ul>
      </Alert>
    </Dialog>
  )
}
