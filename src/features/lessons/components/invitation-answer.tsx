import { useLessonAction } from '#features/bookings/components/use-lesson-action.ts'
import type { ListedLesson } from '#features/bookings/schema.ts'
import { scheduleClient } from '#features/schedule/client.ts'
import { formatMoney } from '#platform/money.ts'
import { formatMoment } from '#platform/time.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { navigateAway } from '#ui/history-listener.ts'
import { toast } from '#ui/toast.tsx'

/** A lesson that a coach entered for the student's address: its price, and the buttons that accept and decline it. */
export function InvitationAnswer({ lesson, onClose }: { lesson: ListedLesson; onClose: () => void }) {
  const { busy, failure, attempt } = useLessonAction()
  const { id: bookingId, coach, priceCents, checkoutUrl, holdExpiresAt } = lesson
  const toPay = lesson.status === 'pending' ? checkoutUrl : null
  const isPaid = lesson.status !== 'pending' && !lesson.isPaidElsewhere
  const mayDecline = !isPaid && lesson.status !== 'completed'
  const price = formatMoney(priceCents)
  const accept = () =>
    attempt(async () => {
      await scheduleClient.accept.call({ bookingId })
      if (toPay) navigateAway(toPay)
      else toast.success('Lesson accepted', `${coach.label} sees that you are coming.`)
    })
  const decline = () =>
    attempt(async () => {
      await scheduleClient.decline.call({ bookingId })
      toast.success('Lesson declined', `We tell ${coach.label}. Nothing was charged.`)
      onClose()
    })
  return (
    <section aria-label="Your answer" className="mt-5 rounded-card border bg-surface-sunken p-4">
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-[0.9375rem]">Price</span>
        <span className="text-right">
          <span className="tabular text-lg font-semibold">{price}</span>
          {lesson.isPaidElsewhere ? (
            <span className="block text-sm text-muted">to your coach directly</span>
          ) : null}
        </span>
      </p>
      <p className="mt-3 text-[0.9375rem] text-muted">
        {coach.label} entered this lesson for your email address.{' '}
        {isPaid
          ? 'It is paid. If you accept it'
          : toPay
            ? 'If you pay, you accept it, and'
            : 'If you accept it,'}{' '}
        {coach.label} sees your name and can write to you. Until then {coach.label} sees nothing of your
        account.
      </p>
      <div className="mt-3 empty:hidden">
        <FormError title={failure ? 'Your answer was not saved' : null}>{failure}</FormError>
      </div>
      <div className="mt-4 grid gap-2 sm:grid-cols-2">
        <Button variant="primary" size="lg" loading={busy} onClick={() => void accept()}>
          {toPay ? `Pay ${price}` : 'Accept'}
        </Button>
        {mayDecline ? (
          <ConfirmDialog
            trigger={
              <Button size="lg" disabled={busy}>
                Decline
              </Button>
            }
            title="Decline this lesson?"
            description={`The time is open to others again, and we tell ${coach.label} that you declined. Nothing is charged, and ${coach.label} cannot invite you again for 30 days.`}
            keepLabel="Go back"
            confirmLabel="Decline the lesson"
            onConfirm={decline}
          />
        ) : null}
      </div>
      {toPay && holdExpiresAt ? (
        <p className="mt-3 text-center text-sm text-muted">
          Held for you until <span className="tabular">{formatMoment(holdExpiresAt, lesson.zone)}</span>
        </p>
      ) : null}
    </section>
  )
}
