import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatMoney } from '#platform/money.ts'
import { formatDay, formatTimeRange } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { bookingsClient } from '../client.ts'
import type { RestOfSeries } from '../series/schema.ts'
import { CancelMessageField, notCancelledTitle, RefundUnknown } from './cancel-parts.tsx'
import type { LessonDialogProps } from './lesson-dialog.ts'
import { toldText } from './lesson-words.ts'
import { refundStarted, refundWay } from './refund-way.ts'
import { useLessonAction } from './use-lesson-action.ts'

/** Cancels all weekly lessons that are still to come. Lists them with the sum that comes back, before anything is canceled. */
export function CancelRestDialog({ lesson, as, onClose, onDo }: LessonDialogProps) {
  const preview = useQuery({
    ...bookingsClient.restOfSeries.queryOptions({ input: { bookingId: lesson.id } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const { busy, failure, code, attempt } = useLessonAction()
  const [message, setMessage] = useState('')
  const [unexplained, setUnexplained] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const other = as === 'student' ? lesson.coach.label : lesson.student.name
  const rest = preview.data
  const open = rest?.lessons.filter(({ refusal }) => refusal === null) ?? []

  async function cancel(shown: RestOfSeries) {
    if (as === 'coach' && !lesson.isOfCaller && message.trim() === '') {
      setUnexplained(true)
      box.current?.focus()
      return
    }
    await attempt(
      async () => {
        const { cancelled } = await bookingsClient.cancelRest.call({
          bookingId: lesson.id,
          bookingIds: open.map(({ bookingId }) => bookingId),
          expectedRefundCents: shown.refundCents,
          expectedCreditsBack: shown.creditsBack,
          message,
          ...(as === 'coach' ? { freedTime: 'closed' as const } : {}),
        })
        toast.success(
          `${lessonsText(cancelled)} cancelled`,
          toldAfter(toldText(other, lesson.isOfCaller), shown),
        )
        onClose()
      },
      ({ code }) => {
        if (code === 'rest_changed') void preview.refetch()
        return false
      },
    )
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Cancel the rest?"
      description={`All weekly lessons with ${other} that are still to come`}
      footer={
        <>
          <Button onClick={onClose}>Keep the lessons</Button>
          {rest && open.length > 0 ? (
            <Button variant="danger" loading={busy} onClick={() => void cancel(rest)}>
              {confirmLabel(as, open.length, rest)}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <FormError title={failure ? notCancelledTitle(code) : null}>{failure}</FormError>
        {preview.isPending ? (
          <div role="status" className="flex flex-col gap-4">
            <span className="sr-only">Calculating your refund…</span>
            <Skeleton className="h-24 w-full" />
            <Skeleton className="h-40 w-full" />
          </div>
        ) : null}
        {preview.isError ? <RefundUnknown onRetry={() => void preview.refetch()} /> : null}
        {rest && open.length === 0 ? <Alert tone="warning" title="No lesson is left to cancel." /> : null}
        {rest && open.length > 0 ? (
          <>
            <Sum rest={rest} lessons={open.length} as={as} student={lesson.student.name} />
            <ul className="tabular divide-y divide-line border-y text-[0.9375rem]">
              {rest.lessons.map((one) => (
                <li
                  key={one.bookingId}
                  className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2"
                >
                  <span>
                    {formatDay(one.start, one.zone)},{' '}
                    {formatTimeRange(one.start, one.durationMinutes, one.zone)}
                  </span>
                  <span className="text-muted">{backOf(one)}</span>
                </li>
              ))}
            </ul>
            <p className="text-[0.9375rem] text-muted">
              Only one of them?{' '}
              <button type="button" className="text-link font-semibold" onClick={() => onDo('cancel')}>
                Cancel this lesson only
              </button>
              .
            </p>
            <CancelMessageField
              as={as}
              other={other}
              value={message}
              onChange={setMessage}
              isMissing={unexplained}
              isOfCaller={lesson.isOfCaller}
              box={box}
            />
            {as === 'coach' ? (
              <p className="text-sm text-muted">
                The times stay closed. You can open them again in your availability.
              </p>
            ) : null}
          </>
        ) : null}
      </div>
    </Dialog>
  )
}

const lessonsText = (count: number) => (count === 1 ? '1 lesson' : `${count} lessons`)

function Sum({
  rest,
  lessons,
  as,
  student,
}: {
  rest: RestOfSeries
  lessons: number
  as: 'student' | 'coach'
  student: string
}) {
  const { refundCents, creditsBack } = rest
  const paidCents = rest.lessons.reduce((sum, one) => sum + (one.returnsCredit ? 0 : one.paidCents), 0)
  const getsBack = as === 'student' ? 'You get back' : `${student} gets back`
  return (
    <div role="status" className="rounded-card bg-surface-sunken px-5 py-4">
      <p className="text-sm font-semibold text-muted">
        {getsBack} for {lessonsText(lessons)}
      </p>
      {creditsBack > 0 ? (
        <p className="mt-0.5 font-display text-xl font-[560]">
          {creditsBack === 1 ? 'One lesson goes' : `${creditsBack} lessons go`} back to the package
        </p>
      ) : null}
      {refundCents > 0 || creditsBack === 0 ? (
        <p className="tabular mt-0.5 font-display text-[2rem] leading-tight font-[560]">
          {formatMoney(refundCents)}
          <span className="font-sans text-base font-normal text-muted"> of {formatMoney(paidCents)}</span>
        </p>
      ) : null}
      <p className="mt-1 text-[0.9375rem] text-muted">
        {refundWay(as, rest)}{' '}
        {as === 'student'
          ? 'Each lesson follows the terms you booked under.'
          : 'When a coach cancels, the student gets a full refund.'}
      </p>
    </div>
  )
}

function backOf({ refusal, returnsCredit, refundCents, paidCents }: RestOfSeries['lessons'][number]): string {
  if (refusal) return `Stays: ${refusal}`
  if (returnsCredit) return 'Back to the package'
  return `${formatMoney(refundCents)} of ${formatMoney(paidCents)}`
}

function confirmLabel(as: 'student' | 'coach', lessons: number, { refundCents }: RestOfSeries): string {
  const what = `Cancel ${lessonsText(lessons)}`
  return as === 'student' && refundCents > 0 ? `${what} and get ${formatMoney(refundCents)} back` : what
}

function toldAfter(told: string, shown: RestOfSeries): string {
  const { refundCents, creditsBack } = shown
  const money = refundCents > 0 ? ` ${refundStarted(shown)}.` : ''
  const credits = creditsBack > 0 ? ` ${lessonsText(creditsBack)} of the package can be booked again.` : ''
  return `${told}${money}${credits}`
}
