import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatMoney } from '#platform/money.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { type CancellationPreview, type FreedTime, freedTimeChoices } from '../cancellation/schema.ts'
import { bookingsClient } from '../client.ts'
import { CancelMessageField, notCancelledTitle, RefundUnknown } from './cancel-parts.tsx'
import { CancelRefund } from './cancel-refund.tsx'
import type { LessonDialogProps } from './lesson-dialog.ts'
import { lessonWhen, toldText } from './lesson-words.ts'
import { refundStarted } from './refund-way.ts'
import { useLessonAction } from './use-lesson-action.ts'

const freedTimeOptions: { value: FreedTime; label: string; description: string }[] = [
  { value: 'closed', label: 'Keep it closed', description: 'Students cannot book it.' },
  {
    value: 'open',
    label: 'Open it again',
    description: 'It is offered to golfers on your waiting list first. Then any student can book it.',
  },
  {
    value: 'day_closed',
    label: 'Block the whole day',
    description: 'Students cannot book that day. Lessons that are already booked on it stay.',
  },
]

/** Cancels a lesson. Shows the exact refund and the terms first, and cancels only after confirmation. */
export function CancelDialog({ lesson, as, onClose, onDo }: LessonDialogProps) {
  const input = { bookingId: lesson.id }
  const preview = useQuery({
    ...bookingsClient.cancellationPreview.queryOptions({ input }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const { busy, failure, code, attempt } = useLessonAction()
  const [message, setMessage, forget] = useTabDraft(`cancel:${lesson.id}`)
  const [freedTime, setFreedTime] = useState<FreedTime>('closed')
  const [unexplained, setUnexplained] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const other = as === 'student' ? lesson.coach.label : lesson.student.name
  const terms = preview.data
  const refusal = terms?.refusal ?? null
  // The clinic of a seat keeps its time.
  const freesTime = as === 'coach' && !lesson.seat
  const canMove = lesson.actions.some(({ kind, refusal }) => kind === 'move' && !refusal)

  async function cancel(shown: CancellationPreview) {
    if (as === 'coach' && !lesson.isOfCaller && message.trim() === '') {
      setUnexplained(true)
      box.current?.focus()
      return
    }
    await attempt(async () => {
      await bookingsClient.cancel.call({
        ...input,
        expectedRefundCents: shown.refundCents,
        expectedReturnsCredit: shown.returnsCredit,
        message,
        ...(freesTime ? { freedTime } : {}),
      })
      forget()
      toast.success('Lesson cancelled', toldAfter(toldText(other, lesson.isOfCaller), shown))
      onClose()
    })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={as === 'student' ? 'Cancel this lesson?' : `Cancel ${other}’s lesson?`}
      description={lessonWhen(lesson, as)}
      footer={
        <>
          <Button onClick={onClose}>Keep the lesson</Button>
          {terms && !refusal ? (
            <Button variant="danger" loading={busy} onClick={() => void cancel(terms)}>
              {confirmLabel(as, terms)}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <FormError title={failure ? notCancelledTitle(code) : null}>{failure}</FormError>
        {preview.isPending ? <PreviewSkeleton /> : null}
        {preview.isError ? <RefundUnknown onRetry={() => void preview.refetch()} /> : null}
        {refusal ? <Alert tone="warning" title={refusal.message} /> : null}
        {terms && !refusal ? (
          <>
            <CancelRefund preview={terms} lesson={lesson} as={as} />
            {canMove ? (
              <p className="text-[0.9375rem] text-muted">
                Only the time does not suit?{' '}
                <button type="button" className="text-link font-semibold" onClick={() => onDo('move')}>
                  Move the lesson instead
                </button>
                , and nothing is paid again.
              </p>
            ) : null}
            <CancelMessageField
              as={as}
              other={other}
              hint={
                as === 'coach' ? 'They read this with the news, in the email and on their lesson.' : undefined
              }
              value={message}
              onChange={setMessage}
              isMissing={unexplained}
              isOfCaller={lesson.isOfCaller}
              box={box}
            />
            {freesTime ? (
              <RadioGroup
                legend="What happens to this time?"
                name="freedTime"
                options={freedTimeOptions}
                value={freedTime}
                onValueChange={(value) =>
                  setFreedTime(freedTimeChoices.find((freed) => freed === value) ?? 'closed')
                }
              />
            ) : as === 'coach' ? (
              <p className="text-[0.9375rem] text-muted">
                The seat can be booked again. The clinic stays in your calendar.
              </p>
            ) : null}
          </>
        ) : null}
      </div>
    </Dialog>
  )
}

function confirmLabel(as: 'student' | 'coach', { refundCents, returnsCredit }: CancellationPreview): string {
  if (as === 'coach' || returnsCredit) return 'Cancel the lesson'
  return refundCents > 0 ? `Cancel and get ${formatMoney(refundCents)} back` : 'Cancel without a refund'
}

function toldAfter(told: string, shown: CancellationPreview): string {
  if (shown.returnsCredit) return `${told} The lesson is back in the package.`
  const money = shown.refundCents > 0 ? refundStarted(shown) : 'No refund'
  return `${told} ${money}. It is now under Cancelled.`
}

function PreviewSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Calculating your refund…</span>
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  )
}
