import { formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import type { CancellationPreview } from '../cancellation/schema.ts'
import type { Lesson } from '../schema.ts'
import { refundWay } from './refund-way.ts'
import { TermsLines } from './terms-lines.tsx'

/** The exact refund for cancelling now, and the reason for it. */
export function CancelRefund({
  preview,
  lesson,
  as,
}: {
  preview: CancellationPreview
  lesson: Lesson
  as: 'student' | 'coach'
}) {
  const { refundCents, paidCents, percent, terms } = preview
  if (preview.returnsCredit)
    return (
      <div role="status" className="rounded-card bg-surface-sunken px-5 py-4">
        <p className="font-display text-xl font-[560]">The lesson goes back to the package</p>
        <p className="mt-1 text-[0.9375rem] text-muted">
          {as === 'student'
            ? 'No money moves: you can book it again at another time.'
            : `No money moves: ${lesson.student.name} can book it again at another time.`}
        </p>
      </div>
    )
  if (lesson.isPaidElsewhere)
    return (
      <div role="status" className="rounded-card bg-surface-sunken px-5 py-4">
        <p className="font-display text-xl font-[560]">Nothing was paid through {siteName}</p>
        <p className="mt-1 text-[0.9375rem] text-muted">
          Direct payments are settled between you and{' '}
          {as === 'student' ? lesson.coach.label : lesson.student.name}.
        </p>
      </div>
    )
  return (
    <>
      <div role="status" className="rounded-card bg-surface-sunken px-5 py-4">
        <p className="text-sm font-semibold text-muted">
          {as === 'student' ? 'You get back' : `${lesson.student.name} gets back`}
        </p>
        <p className="tabular mt-0.5 font-display text-[2rem] leading-tight font-[560]">
          {formatMoney(refundCents)}
          <span className="font-sans text-base font-normal text-muted"> of {formatMoney(paidCents)}</span>
        </p>
        <p className="mt-1 text-[0.9375rem] text-muted">{moneyWords(as, preview)}</p>
      </div>
      {as === 'student' ? (
        <div>
          <h3 className="font-sans text-sm font-semibold tracking-normal">The terms you booked under</h3>
          {lesson.movedByCoach ? (
            <p className="mt-1 text-[0.9375rem] text-muted">
              {lesson.coach.label} moved this lesson, so you get a full refund if you cancel before it begins.
            </p>
          ) : null}
          <div className="h-2" />
          <TermsLines terms={terms} zone={lesson.zone} percent={percent} />
        </div>
      ) : (
        <p className="text-[0.9375rem]">
          When a coach cancels, the student gets a full refund, regardless of the cancellation policy. We
          offer {lesson.student.name} your nearest open times.
        </p>
      )}
    </>
  )
}

function moneyWords(as: 'student' | 'coach', preview: CancellationPreview): string {
  const { keptCents } = preview
  const kept = keptCents > 0 && as === 'student' ? `${formatMoney(keptCents)} stays with the coach.` : ''
  return [refundWay(as, preview), kept].filter(Boolean).join(' ')
}
