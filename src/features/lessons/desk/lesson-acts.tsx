import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { adminReason } from '#features/bookings/admin-reason.ts'
import { cancelLessonSchema } from '#features/bookings/cancellation/schema.ts'
import { bookingsClient } from '#features/bookings/client.ts'
import { refundDueLines } from '#features/ledger/ledger.ts'
import { payoutsClient } from '#features/payouts/client.ts'
import { contentIds } from '#platform/content-id.ts'
import { centsFromDollars, formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { formatLesson } from '#platform/time.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { lessonsClient } from '../client.ts'
import { type DeskLesson, lessonNoteSchema } from './schema.ts'

export interface LessonActProps {
  lesson: DeskLesson
  onClose: () => void
}

/** Refetches the lesson and its payments after an action. */
export function useRefreshLesson() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [lessonsClient.desk.key(), payoutsClient.timeline.key(), bookingsClient.cancellationPreview.key()].map(
        (queryKey) => queryClient.invalidateQueries({ queryKey }),
      ),
    )
}

/** The hint under the reason field. */
export const reasonHint = 'For the audit log. The student and the coach do not see it.'

const cancelForm = z.object({ reason: adminReason, message: cancelLessonSchema.shape.message })

/** Cancels a lesson. The coach and the student are notified that Greenside cancelled it. */
export function CancelLesson({ lesson, onClose }: LessonActProps) {
  const { bookingId } = lesson
  const preview = useQuery(
    bookingsClient.cancellationPreview.queryOptions({ input: { bookingId }, staleTime: 0 }),
  )
  const form = useCheckedForm(cancelForm)
  const refresh = useRefreshLesson()
  const terms = preview.data
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Cancel ${lesson.number}`}
      description={formatLesson(lesson.start, lesson.durationMinutes, lesson.zone)}
    >
      {preview.isPending ? (
        <Skeleton className="h-40 w-full" />
      ) : !terms ? (
        <Alert tone="error" title="The refund could not be calculated. Please close this and try again." />
      ) : terms.refusal ? (
        <Alert tone="warning" title={terms.refusal.message} />
      ) : (
        <form
          {...form.sends(async ({ reason, message }) => {
            await bookingsClient.cancel.call({
              bookingId,
              reason,
              expectedRefundCents: terms.refundCents,
              expectedReturnsCredit: terms.returnsCredit,
              ...(message ? { message } : {}),
            })
            await refresh()
            onClose()
            toast.success('Lesson cancelled', 'The student and the coach have been notified.')
          })}
          className="grid gap-4 pb-2"
        >
          {form.failure ? <FormError>{form.failure}</FormError> : null}
          <Alert
            tone="info"
            title={
              terms.returnsCredit
                ? 'The lesson goes back to the student’s package. No money moves.'
                : terms.refundCents > 0
                  ? `${lesson.student.name} gets ${formatMoney(terms.refundCents)} back. ${lesson.coach.name} is not paid for this lesson.`
                  : 'No money is refunded.'
            }
          >
            Both get an email that says we cancelled the lesson.
          </Alert>
          <Field label="Reason" required error={form.errors.reason} hint={reasonHint}>
            <Textarea name="reason" rows={2} maxLength={500} />
          </Field>
          <Field
            label="Message to the student and the coach"
            error={form.errors.message}
            hint="Optional. Included in the email."
          >
            <Textarea name="message" rows={3} maxLength={500} />
          </Field>
          <Button type="submit" variant="danger" loading={form.busy} className="justify-self-start">
            {terms.refundCents > 0 && !terms.returnsCredit
              ? `Cancel lesson and refund ${formatMoney(terms.refundCents)}`
              : 'Cancel lesson'}
          </Button>
        </form>
      )}
    </Dialog>
  )
}

const amountField = z
  .string()
  .trim()
  .regex(/^\$?\d{1,6}(\.\d{1,2})?$/, 'Please enter an amount in dollars, such as 25 or 25.50')
  .transform((text) => centsFromDollars(text.replace('$', '')))
const refundForm = z.object({ amount: amountField, reason: adminReason })

/** Refunds part of the price. Asks for the amount and the reason, then shows the effect on each party. */
export function RefundLesson({ lesson, onClose }: LessonActProps) {
  const { bookingId, refundable, student, coach } = lesson
  const { keptCents } = refundable
  const [asked, setAsked] = useState<{ amountCents: number; reason: string } | null>(null)
  const [typed, setTyped] = useState('')
  const [tooMuch, setTooMuch] = useState<string>()
  const [refundIds] = useState(contentIds)
  const form = useCheckedForm(refundForm)
  const confirming = useCheckedForm(z.object({}))
  const refresh = useRefreshLesson()
  const sale = {
    amountCents: refundable.paidCents,
    discountCents: refundable.discountCents,
    discountFundedBy: refundable.discountFundedBy,
  }
  const fromCoach = asked ? (refundDueLines(keptCents, asked.amountCents, sale).coach_held ?? 0) : 0
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="sm"
      title={`Refund ${lesson.number}`}
      description={`${formatMoney(keptCents)} of this payment can be refunded. The lesson stays as it is.`}
    >
      <form
        {...form.sends(async ({ amount, reason }) => {
          if (amount < 1 || amount > keptCents)
            return setTooMuch(`Please enter an amount from $0.01 to ${formatMoney(keptCents)}`)
          setTooMuch(undefined)
          setAsked({ amountCents: amount, reason })
        })}
        hidden={asked !== null}
        className="grid gap-4 pb-2 [&[hidden]]:hidden"
      >
        <Field label="Amount (dollars)" required error={form.errors.amount ?? tooMuch}>
          <Input
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Field label="Reason" required error={form.errors.reason} hint={reasonHint}>
          <Textarea name="reason" rows={2} maxLength={500} />
        </Field>
        <Button type="submit" variant="brand" className="justify-self-start">
          Review refund
        </Button>
      </form>
      {asked ? (
        <form
          {...confirming.sends(async () => {
            const { refundCents } = await lessonsClient.refund.call({
              bookingId,
              // The reason does not make it another refund: sending the same amount again must not start a second one.
              refundId: refundIds.of(asked.amountCents),
              keptCents,
              ...asked,
            })
            await refresh()
            onClose()
            toast.success(
              `${formatMoney(refundCents)} refunded`,
              'The student and the coach have been notified.',
            )
          })}
          className="grid gap-4 pb-2"
        >
          {confirming.failure ? <FormError>{confirming.failure}</FormError> : null}
          <dl className="grid gap-3 text-[0.9375rem]">
            {(
              [
                [`${student.name} gets back`, formatMoney(asked.amountCents)],
                [
                  `${coach.name} loses`,
                  fromCoach > 0
                    ? `${formatMoney(fromCoach)} of the share${lesson.payout?.status === 'sent' ? ', which was already paid out and will be reversed' : ''}`
                    : 'nothing',
                ],
                [`${siteName} loses`, `${formatMoney(asked.amountCents - fromCoach)} of the fee`],
                ['Left of the payment', formatMoney(keptCents - asked.amountCents)],
              ] as const
            ).map(([name, value]) => (
              <div key={name}>
                <dt className="text-sm text-muted">{name}</dt>
                <dd className="tabular font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
          <p className="text-sm text-muted">
            The money goes back to the student’s original payment method. It cannot be undone.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setAsked(null)}>Back</Button>
            <Button type="submit" variant="danger" loading={confirming.busy}>
              Refund {formatMoney(asked.amountCents)} to {student.name}
            </Button>
          </div>
        </form>
      ) : null}
    </Dialog>
  )
}

const noteForm = lessonNoteSchema.pick({ body: true })

/** Adds a note for other admins. */
export function NoteOnLesson({ lesson, onClose }: LessonActProps) {
  const [noteIds] = useState(contentIds)
  const form = useCheckedForm(noteForm)
  const refresh = useRefreshLesson()
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="sm"
      title={`Add a note to ${lesson.number}`}
      description="Only admins see it."
    >
      <form
        {...form.sends(async ({ body }) => {
          await lessonsClient.addNote.call({ bookingId: lesson.bookingId, noteId: noteIds.of(body), body })
          await refresh()
          onClose()
          toast.success('Note added')
        })}
        className="grid gap-4 pb-2"
      >
        {form.failure ? <FormError>{form.failure}</FormError> : null}
        <Field label="Note" required error={form.errors.body}>
          <Textarea name="body" rows={4} maxLength={2_000} />
        </Field>
        <Button type="submit" variant="brand" loading={form.busy} className="justify-self-start">
          Add note
        </Button>
      </form>
    </Dialog>
  )
}
