import { formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { formatDuration } from '#platform/time.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { proposalsClient } from '../client.ts'
import { formatEnd, lessonsLeftText } from '../packages/package.ts'
import type { LessonPackage } from '../packages/schema.ts'
import { BookPackageLesson } from './book-package-lesson.tsx'
import { useProposalStep } from './use-proposals.ts'

/** A package with its remaining lessons: the student books from it or ends it; the coach can end it. */
export function PackageCard({
  lessonPackage: one,
  as,
}: {
  lessonPackage: LessonPackage
  as: 'student' | 'coach'
}) {
  const { busy, run } = useProposalStep('The package was not changed')
  const who = as === 'student' ? `with ${one.coach.label}` : `of ${one.student.name}`
  return (
    <Card padding="md" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="eyebrow">
            Package {who} · {formatDuration(one.durationMinutes)}
          </p>
          <p className="font-display text-xl font-[560] break-words">{one.title}</p>
          <p className="tabular text-[0.9375rem]">
            <span className="font-semibold">{lessonsLeftText(one.left, one.lessons)}</span>
            <span className="text-muted">, until {formatEnd(one)}</span>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {as === 'student' ? <BookPackageLesson lessonPackage={one} /> : null}
          <ConfirmDialog
            trigger={
              <Button variant="ghost" disabled={busy !== null}>
                End package
              </Button>
            }
            title="End this package?"
            description={
              one.isBrought
                ? `Nothing was paid on ${siteName} for ${one.left === 1 ? 'the lesson' : `the ${one.left} lessons`} not taken, so nothing is refunded. Booked lessons still take place.`
                : `${formatMoney(one.refundCents)} for ${one.left === 1 ? 'the lesson' : `the ${one.left} lessons`} not taken ${
                    as === 'student'
                      ? 'is refunded to your original payment method'
                      : `is refunded to ${one.student.name}`
                  }. Booked lessons still take place. ${as === 'student' ? `${one.terms} If you cancel a booked lesson later, the same refund terms apply.` : ''}`
            }
            confirmLabel={
              one.isBrought ? 'End the package' : `End it, refund ${formatMoney(one.refundCents)}`
            }
            keepLabel="Keep the package"
            onConfirm={async () => {
              const input = { packageId: one.id, expectedRefundCents: one.refundCents }
              if (await run('end', () => proposalsClient.endPackage.call(input)))
                toast.success(
                  'Package ended',
                  one.isBrought ? undefined : `${formatMoney(one.refundCents)} is on its way back.`,
                )
            }}
          />
        </div>
      </div>
      <progress
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-surface-sunken [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-surface-sunken [&::-webkit-progress-value]:bg-brand"
        aria-label={`${one.lessons - one.left} of ${one.lessons} lessons booked or taken`}
        value={one.lessons - one.left}
        max={one.lessons}
      />
    </Card>
  )
}
