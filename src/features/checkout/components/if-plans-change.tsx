import { isCalledOff } from '#features/bookings/called-off.ts'
import { PackageTerms, TermsLines } from '#features/bookings/components/terms-lines.tsx'
import { lessonHref } from '#features/bookings/lesson-links.ts'
import { movableUntil } from '#features/bookings/reschedule/reschedule.ts'
import { MINUTE } from '#platform/duration.ts'
import { formatMoment, toIso } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { Anchor } from '#ui/anchor.tsx'
import type { CheckoutResult } from '../schema.ts'

const panel = 'mt-6 rounded-card bg-surface-sunken p-5 sm:p-6'

/**
 * What can be done when plans change: the terms in words and instants, and the ways there. A lesson that has
 * begun has none, unless it was called off.
 */
export function IfPlansChange({
  result,
}: {
  result: Pick<CheckoutResult, 'lesson' | 'seats' | 'packageTitle' | 'series'>
}) {
  const now = useNow(MINUTE)
  const { lesson, seats, packageTitle, series } = result
  const { terms, zone } = lesson
  const start = Date.parse(lesson.start)
  const until = lesson.weather ? start : movableUntil(start)
  const mayMove = !lesson.seat && (now === null || now <= until)
  if (now !== null && now >= start && !isCalledOff(lesson))
    return series?.some((one) => one.status === 'confirmed' && now < Date.parse(one.start)) ? (
      <section className={panel}>
        <h2 className="text-xl">If plans change</h2>
        <p className="mt-1.5 max-w-[68ch] text-[0.9375rem] text-muted">
          Each lesson is moved or cancelled on its own, under{' '}
          <Anchor className="text-link" href="/lessons">
            My Lessons
          </Anchor>
          .
        </p>
      </section>
    ) : null
  return (
    <section className={panel}>
      <h2 className="text-xl">If plans change</h2>
      <p className="mt-1.5 mb-3 max-w-[68ch] text-[0.9375rem] text-muted">
        {lesson.series
          ? 'Each lesson is moved or cancelled on its own. The first: you can'
          : seats && seats.length > 1
            ? 'Each seat is cancelled on its own. The first: you can'
            : 'You can'}{' '}
        {mayMove ? (
          <>
            <Anchor className="text-link" href={lessonHref(lesson.id, 'move')}>
              move the lesson
            </Anchor>{' '}
            until <span className="tabular">{formatMoment(toIso(until), zone)}</span>, or{' '}
          </>
        ) : null}
        <Anchor className="text-link" href={lessonHref(lesson.id, 'cancel')}>
          {mayMove ? 'cancel it' : lesson.seat ? 'cancel the seat' : 'cancel the lesson'}
        </Anchor>
        {packageTitle === null ? '; refunds go to your original payment method:' : ':'}
      </p>
      {packageTitle === null ? (
        <TermsLines terms={terms} zone={zone} />
      ) : (
        <PackageTerms terms={terms} zone={zone} />
      )}
    </section>
  )
}
