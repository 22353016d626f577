import { useState } from 'react'
import { z } from 'zod'
import type { LessonDialogProps } from '#features/bookings/components/lesson-dialog.ts'
import { lessonWhen } from '#features/bookings/components/lesson-words.ts'
import { useLessonAction } from '#features/bookings/components/use-lesson-action.ts'
import { endOfLesson } from '#features/bookings/lesson-times.ts'
import { reportableUntil } from '#features/bookings/problem-window.ts'
import { formatMoney, parseMoney } from '#platform/money.ts'
import { formatMoment, toIso } from '#platform/time.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { disputesClient } from './client.ts'
import { disputeReasonLabels, disputeReasons } from './dispute.ts'
import { reportProblemSchema } from './schema.ts'

const DETAILS_LENGTH = 2000
const reasonOptions = disputeReasons.map((value) => ({ value, label: disputeReasonLabels[value] }))

/** @param mostCents what was paid and not given back */
const reportForm = (mostCents: number) => {
  const { reason, details, amountCents } = reportProblemSchema.shape
  return z.object({
    reason,
    amountCents: z
      .string()
      .transform(parseMoney)
      .pipe(amountCents.unwrap())
      .refine((cents) => cents <= mostCents, {
        message: `At most ${formatMoney(mostCents)}: what you paid and did not get back`,
      }),
    details,
  })
}

/** A student says what was wrong with a lesson; a person reads it, and the coach's share waits meanwhile. */
export function ReportProblemDialog({ lesson, as, onClose }: LessonDialogProps) {
  const keptCents = lesson.priceCents - lesson.owedBackCents
  const [reason, setReason, forgetReason] = useTabDraft(`report-reason:${lesson.id}`)
  const [details, setDetails, forgetDetails] = useTabDraft(`report:${lesson.id}`)
  const [amount, setAmount] = useState((keptCents / 100).toFixed(2))
  const form = useCheckedForm(reportForm(keptCents), useLessonAction())
  const isPaidHere = !lesson.isPaidElsewhere && !lesson.isDemo
  const until = formatMoment(toIso(reportableUntil(endOfLesson(lesson))), lesson.zone)

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Report a problem"
      description={lessonWhen(lesson, as)}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button variant="brand" type="submit" form="report-problem" loading={form.busy}>
            Send the report
          </Button>
        </>
      }
    >
      <form
        {...form.sends(async (entered) => {
          await disputesClient.report.call({ bookingId: lesson.id, ...entered })
          forgetReason()
          forgetDetails()
          toast.success(
            'Thank you for telling us',
            'We will review it. You can follow its status in the lesson.',
          )
          onClose()
        })}
        id="report-problem"
        className="flex flex-col gap-6"
      >
        <FormError title={form.failure ? 'Your report was not sent' : null}>{form.failure}</FormError>
        <RadioGroup
          legend="What went wrong?"
          name="reason"
          options={reasonOptions}
          value={reason}
          onValueChange={setReason}
          error={form.errors.reason}
        />
        <Field
          label="Amount in question"
          hint={
            isPaidHere
              ? `You paid ${formatMoney(lesson.priceCents)}${lesson.owedBackCents > 0 ? ` and got ${formatMoney(lesson.owedBackCents)} back` : ''}.`
              : `The price of the lesson is ${formatMoney(lesson.priceCents)}.`
          }
          error={form.errors.amountCents}
          required
        >
          <Input
            name="amountCents"
            inputMode="decimal"
            autoComplete="off"
            leading="$"
            className="tabular max-w-40"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        </Field>
        <Field label="What happened?" error={form.errors.details} required>
          <Textarea
            name="details"
            rows={5}
            value={details}
            onChange={(event) => setDetails(event.target.value)}
            counter={{ length: details.length, max: DETAILS_LENGTH }}
          />
        </Field>
        <p className="text-[0.9375rem] text-muted">
          Our team and {lesson.coach.label} read what you write, and the coach can answer.{' '}
          {isPaidHere
            ? 'If the coach has not been paid for this lesson, the payment is held until we decide. '
            : null}
          You can report a problem until <span className="tabular">{until}</span>.
        </p>
      </form>
    </Dialog>
  )
}
