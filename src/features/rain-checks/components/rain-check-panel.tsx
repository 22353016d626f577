import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLessonAction } from '#features/bookings/components/use-lesson-action.ts'
import type { ActionKind } from '#features/bookings/lesson-action-kinds.ts'
import type { ListedLesson } from '#features/bookings/schema.ts'
import { formatMoney } from '#platform/money.ts'
import { formatMoment } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-error.tsx'
import { toast } from '#ui/toast.tsx'
import { rainChecksClient } from '../client.ts'
import { CREDIT_DAYS, weatherWords } from '../rain-check.ts'
import type { RainCheck } from '../schema.ts'

type Offer = NonNullable<RainCheck['offer']>

/** What the weather means for a lesson, and what its student can choose. Loaded only for lessons that it changes. */
export function RainCheckPanel({
  lesson,
  as,
  onDo,
}: {
  lesson: ListedLesson
  as: 'student' | 'coach'
  onDo: (kind: ActionKind) => void
}) {
  const query = useQuery({
    ...rainChecksClient.ofLesson.queryOptions({ input: { bookingId: lesson.id } }),
    staleTime: 0,
  })
  const offer = query.data?.offer
  if (!offer?.isOpen) return null
  return (
    <section aria-label="Weather" className="mt-5 flex flex-col gap-4">
      <Alert tone="warning" title={titleOf(offer, lesson, as)}>
        {offer.message ? <p dir="auto">“{offer.message}”</p> : null}
        {offer.forecast ? (
          <p>
            Forecast of <span className="tabular">{formatMoment(offer.offeredAt, lesson.zone)}</span>:{' '}
            {weatherWords(offer.forecast)}.
          </p>
        ) : null}
        <p>{whatFollows(offer, lesson, as)}</p>
      </Alert>
      {as === 'student' ? <Choices lesson={lesson} offer={offer} onDo={onDo} /> : null}
    </section>
  )
}

function titleOf({ calledOffAt }: Offer, { coach }: ListedLesson, as: 'student' | 'coach'): string {
  if (!calledOffAt) return 'Bad weather is forecast'
  return as === 'coach' ? 'You called this lesson off' : `${coach.label} called this lesson off`
}

/** What the student of a lesson that was called off chooses from, for the coach. */
function choicesOf({ creditRefusal }: Offer, lesson: ListedLesson): string {
  if (lesson.package === 'open')
    return creditRefusal ? 'chooses another time' : 'chooses another time, or takes it back into the package'
  if (lesson.isPaidElsewhere) return 'chooses another time or cancels it'
  return creditRefusal ? 'chooses another time or a refund' : 'chooses another time, a credit or a refund'
}

function whatFollows(offer: Offer, lesson: ListedLesson, as: 'student' | 'coach'): string {
  const { calledOffAt } = offer
  const end =
    lesson.isPaidElsewhere || lesson.package === 'open'
      ? lesson.package === 'open'
        ? 'it goes back to the package'
        : 'it is cancelled'
      : 'it is refunded in full'
  if (as === 'coach')
    return calledOffAt
      ? `${lesson.student.name} ${choicesOf(offer, lesson)}. Without a choice before it would have begun, ${end}.`
      : `${lesson.student.name} can move or cancel it without a fee. Until then it stays booked.`
  return calledOffAt
    ? `Choose what happens. Without a choice before it would have begun, ${end}.`
    : 'You can move or cancel it without a fee until it begins. If you do nothing, it stays booked.'
}

/** Another time, a credit, or the money back. */
function Choices({
  lesson,
  offer,
  onDo,
}: {
  lesson: ListedLesson
  offer: Offer
  onDo: (kind: ActionKind) => void
}) {
  const { busy, failure, attempt } = useLessonAction()
  const [isAsking, setAsking] = useState(false)
  const mayMove = lesson.actions.some(({ kind, refusal }) => kind === 'move' && !refusal)
  const isOfPackage = lesson.package === 'open'
  const leftCents = lesson.priceCents - lesson.owedBackCents
  const keep = () =>
    attempt(async () => {
      await rainChecksClient.keepAsCredit.call({ bookingId: lesson.id })
      toast.success(
        isOfPackage ? 'The lesson is back in your package' : 'You have a credit',
        `You can book it again with ${lesson.coach.label} under My Lessons.`,
      )
    })
  if (isAsking)
    return (
      <div className="flex flex-col gap-3">
        <FormError title={failure ? 'Nothing was changed' : null}>{failure}</FormError>
        <p className="text-[0.9375rem]">
          {isOfPackage
            ? 'The lesson goes back to your package, and you can book it again.'
            : `You can book the lesson again with ${lesson.coach.label} within ${CREDIT_DAYS} days. You can end the credit at any time for a full refund.`}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="brand" loading={busy} onClick={() => void keep()}>
            {isOfPackage ? 'Return it to the package' : 'Keep it as a credit'}
          </Button>
          <Button onClick={() => setAsking(false)}>Go back</Button>
        </div>
      </div>
    )
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {mayMove ? (
          <Button variant="brand" onClick={() => onDo('move')}>
            Choose another time
          </Button>
        ) : null}
        {offer.creditRefusal ? null : (
          <Button onClick={() => setAsking(true)}>
            {isOfPackage ? 'Back to the package' : 'Keep as a credit'}
          </Button>
        )}
        {isOfPackage ? null : (
          <Button onClick={() => onDo('cancel')}>
            {lesson.isPaidElsewhere || leftCents === 0
              ? 'Cancel the lesson'
              : `Get ${formatMoney(leftCents)} back`}
          </Button>
        )}
      </div>
      {offer.creditRefusal && !lesson.isPaidElsewhere ? (
        <p className="text-sm text-muted">{offer.creditRefusal}</p>
      ) : null}
    </div>
  )
}
