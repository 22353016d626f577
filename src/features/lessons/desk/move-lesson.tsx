import { useState } from 'react'
import { z } from 'zod'
import { SlotPicker } from '#features/availability/components/slot-picker.tsx'
import { useSlotList } from '#features/availability/components/use-slot-list.ts'
import { type DatedSlot, findSlot } from '#features/availability/slot-choice.ts'
import { adminReason } from '#features/bookings/admin-reason.ts'
import { bookingsClient } from '#features/bookings/client.ts'
import { formatLesson, formatMoment } from '#platform/time.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { type LessonActProps, reasonHint, useRefreshLesson } from './lesson-acts.tsx'

const moveForm = z.object({ reason: adminReason })

/** Moves a lesson to an open time of its coach: same place, length and payment. */
export function MoveLesson({ lesson, onClose }: LessonActProps) {
  const { bookingId } = lesson
  const query = useSlotList(
    lesson.coach.userId,
    bookingsClient.newTimes.queryOptions({ input: { bookingId } }),
  )
  const [date, setDate] = useState<string | null>(null)
  const [start, setStart] = useState<string | null>(null)
  const form = useCheckedForm(moveForm)
  const refresh = useRefreshLesson()
  const list = query.data
  const slot = list && start ? findSlot(list, start) : undefined
  const choose = (at: DatedSlot) => {
    setDate(at.date)
    setStart(at.start)
  }
  const isHere = slot !== undefined && Date.parse(slot.start) === Date.parse(lesson.start)
  const isSoon = slot !== undefined && list?.soonUntil != null && slot.start < list.soonUntil
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="lg"
      title={`Move ${lesson.number}`}
      description={`Now: ${formatLesson(lesson.start, lesson.durationMinutes, lesson.zone)}`}
    >
      {list?.refusal ? (
        <Alert tone="warning" title={list.refusal.message} />
      ) : (
        <form
          {...form.sends(async ({ reason }) => {
            if (!slot) return
            if (isHere) return void toast.error('The lesson is there already', 'Please choose another time.')
            await bookingsClient.reschedule.call({
              bookingId,
              start: slot.start,
              confirmed: isSoon ? ['short_notice'] : [],
              reason,
            })
            await refresh()
            onClose()
            toast.success('Lesson moved', 'The student and the coach have been notified.')
          })}
          className="grid gap-5 pb-2"
        >
          {form.failure ? <FormError>{form.failure}</FormError> : null}
          <SlotPicker
            query={query}
            date={date}
            onDate={setDate}
            chosen={start}
            onChoose={choose}
            notice={null}
            none={<Alert tone="info" title="The coach has no open time for this lesson" />}
          />
          <Field label="Reason" required error={form.errors.reason} hint={reasonHint}>
            <Textarea name="reason" rows={2} maxLength={500} />
          </Field>
          <p className="text-sm text-muted">
            Both get an email that says we moved the lesson. The student can then cancel it for a full refund
            until it begins.
          </p>
          <Button
            type="submit"
            variant="brand"
            loading={form.busy}
            disabled={!slot}
            className="justify-self-start whitespace-normal"
          >
            {slot ? `Move to ${formatMoment(slot.start, lesson.zone)}` : 'Choose a new time'}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
