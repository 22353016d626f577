import { useLessonAction } from '#features/bookings/components/use-lesson-action.ts'
import { formatMoney } from '#platform/money.ts'
import { formatMoment } from '#platform/time.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { toast } from '#ui/toast.tsx'
import { scheduleClient } from '../client.ts'
import type { ScheduleEntry } from '../schema.ts'
import { whenWords } from './entry-words.ts'

/** A time the coach keeps for a student until it is paid, and the way to take it back. */
export function KeptDialog({
  hold,
  onClose,
}: {
  hold: Extract<ScheduleEntry, { kind: 'hold' }>
  onClose: () => void
}) {
  const { busy, failure, attempt } = useLessonAction()
  const release = () =>
    attempt(async () => {
      const { outcome } = await scheduleClient.withdraw.call({ bookingId: hold.bookingId })
      if (outcome === 'paid') toast.success('This lesson is already paid', 'The lesson is confirmed.')
      else toast.success('The time is free again', 'The link to pay has stopped working.')
      onClose()
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="sm"
      title={hold.title}
      description={`Waiting for ${hold.student.name} to pay`}
      footer={
        <>
          {hold.isInvitation ? null : (
            <LinkButton href={`/compose?student=${hold.student.id}`}>Message</LinkButton>
          )}
          <Button variant="danger" loading={busy} onClick={() => void release()}>
            Release this time
          </Button>
        </>
      }
    >
      <FormError title={failure ? 'Could not release the time' : null}>{failure}</FormError>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-2">
        <dt className="text-muted">When</dt>
        <dd className="tabular">{whenWords(hold.start, hold.durationMinutes, hold.zone)}</dd>
        <dt className="text-muted">Where</dt>
        <dd>{hold.place}</dd>
        <dt className="text-muted">Price</dt>
        <dd>{formatMoney(hold.priceCents)}</dd>
        <dt className="text-muted">Held until</dt>
        <dd className="tabular">{formatMoment(hold.heldUntil, hold.zone)}</dd>
      </dl>
      {hold.isInvitation ? (
        <p className="mt-4 text-[0.9375rem] text-muted">
          We invited {hold.student.name} by email. Until the lesson is paid or accepted, you see the name you
          entered.
        </p>
      ) : null}
    </Dialog>
  )
}
