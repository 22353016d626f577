import { Repeat } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { bookingNumber } from '#features/bookings/booking.ts'
import { ContactLinks } from '#features/bookings/components/contact-links.tsx'
import type { LessonDialogProps } from '#features/bookings/components/lesson-dialog.ts'
import { LessonFacts } from '#features/bookings/components/lesson-facts.tsx'
import { LessonBadge, RefundBadge } from '#features/bookings/components/status-badge.tsx'
import { PackageTerms, TermsLines } from '#features/bookings/components/terms-lines.tsx'
import type { ListedLesson } from '#features/bookings/schema.ts'
import { seriesName } from '#features/bookings/series/series.ts'
import { ProblemNote } from '#features/disputes/problem-note.tsx'
import { forGolfer, playerName } from '#features/golfers/golfer.ts'
import { MoneyTimeline } from '#features/payouts/components/money-timeline.tsx'
import { LessonReview } from '#features/reviews/components/lesson-review.tsx'
import { formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { formatMoment } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Drawer } from '#ui/drawer.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { InvitationAnswer } from './invitation-answer.tsx'
import { LessonActions } from './lesson-actions.tsx'
import { LessonNote, mayWriteNote, showsNote } from './lesson-note.tsx'
import { LessonNotices } from './lesson-notices.tsx'
import { LessonPlayer } from './lesson-player.tsx'
import { isPayable, PayLesson } from './pay-lesson.tsx'

/** Loaded when the weather changes something, which it rarely does. */
const RainCheckPanel = lazyPart(
  () => import('#features/rain-checks/components/rain-check-panel.tsx'),
  'RainCheckPanel',
)

/** All about one lesson: when and where, what happened to it, its terms, its money, and what was written about it. */
export function LessonDetails({ lesson, as, onClose, onDo }: LessonDialogProps) {
  const stands = lesson.status === 'confirmed'
  const isHeld = lesson.status === 'pending'
  const isWritten = lesson.review !== null || lesson.hasNote
  const now = useNow(60_000)
  return (
    <Drawer
      open
      onOpenChange={(open) => open || onClose()}
      title={lesson.title}
      description={`${as === 'student' ? `with ${lesson.coach.label}${forGolfer(lesson)}` : `with ${playerName(lesson)}`} · ${bookingNumber(lesson.id)}`}
      className="max-w-lg"
      footer={
        lesson.actions.some(({ refusal }) => refusal === null) ? (
          <LessonActions
            lesson={lesson}
            what={lesson.title}
            onDo={(doing) => doing === 'details' || onDo(doing)}
            isInside
          />
        ) : null
      }
    >
      <div className="flex flex-col gap-7">
        <div>
          <p className="mb-5 flex flex-wrap gap-2">
            <LessonBadge lesson={lesson} as={as} />
            <RefundBadge paymentStatus={lesson.paymentStatus} />
          </p>
          <LessonFacts lesson={lesson} as={as} />
          {lesson.weather && stands ? (
            <Suspense>
              <RainCheckPanel lesson={lesson} as={as} onDo={onDo} />
            </Suspense>
          ) : null}
          {lesson.series ? (
            <p className="mt-4 flex items-center gap-2 text-[0.9375rem] text-muted">
              <Repeat aria-hidden className="size-4 shrink-0" />
              {seriesName(lesson.series)}
            </p>
          ) : null}
          {lesson.isInvitation ? (
            as === 'student' ? (
              <InvitationAnswer lesson={lesson} onClose={onClose} />
            ) : (
              <p className="mt-4 text-[0.9375rem] text-muted">
                We invited {lesson.student.name} by email. Until the lesson is accepted, you see the name you
                entered and cannot write to {lesson.student.name} here.
              </p>
            )
          ) : (
            <>
              <Payable lesson={lesson} />
              {as === 'coach' ? (
                <CoachLinks studentId={lesson.student.id} golferId={lesson.golfer?.id} />
              ) : null}
            </>
          )}
          <LessonNotices lesson={{ ...lesson, review: null, weather: null }} as={as} className="mt-4" />
        </div>
        {mayWriteNote(lesson, as, now) ? <LessonPlayer lesson={lesson} /> : null}
        {lesson.answers.length > 0 ? (
          <Part title={as === 'coach' ? `${lesson.student.name} answered` : `${lesson.coach.label} asked`}>
            <dl className="flex flex-col gap-3">
              {lesson.answers.map(({ question, answer }) => (
                <div key={question}>
                  <dt dir="auto" className="text-sm break-words text-muted">
                    {question}
                  </dt>
                  <dd dir="auto" className="break-words">
                    {answer}
                  </dd>
                </div>
              ))}
            </dl>
          </Part>
        ) : null}
        {showsNote(lesson, as, now) ? (
          <Part title={as === 'coach' ? `Note from ${lesson.student.name}` : 'Your note'}>
            <LessonNote lesson={lesson} as={as} />
          </Part>
        ) : null}
        {lesson.contact ? (
          <Part title={as === 'coach' ? `Contact ${lesson.student.name}` : 'How your coach reaches you'}>
            {as === 'coach' ? (
              <>
                <ContactLinks contact={lesson.contact} name={lesson.student.name} />
                <p className="mt-3 text-sm text-muted">Shown until a day after the lesson.</p>
              </>
            ) : (
              <Shared contact={lesson.contact} coach={lesson.coach.label} />
            )}
          </Part>
        ) : null}
        {lesson.problem ? (
          <Part title="The problem">
            <ProblemNote bookingId={lesson.id} as={as} zone={lesson.zone} />
          </Part>
        ) : null}
        {isWritten ? (
          <Part title="Reviews and notes">
            <LessonReview lesson={lesson} as={as} />
          </Part>
        ) : null}
        {isHeld ? null : (
          <Part
            title="Money"
            action={
              lesson.receipt ? (
                <LinkButton
                  href={`/payment-confirmation?session_id=${encodeURIComponent(lesson.receipt)}`}
                  size="sm"
                  variant="ghost"
                >
                  Receipt
                </LinkButton>
              ) : null
            }
          >
            {lesson.isPaidElsewhere ? (
              <PaidElsewhere lesson={lesson} as={as} />
            ) : (
              <>
                <MoneyTimeline bookingId={lesson.id} as={as} zone={lesson.zone} />
                <PayoutLine lesson={lesson} />
              </>
            )}
          </Part>
        )}
        {(stands || isHeld) && !lesson.isPaidElsewhere ? (
          <Part title={as === 'student' ? 'If you cancel' : 'If the student cancels'}>
            {lesson.package === 'open' ? (
              <PackageTerms terms={lesson.terms} zone={lesson.zone} />
            ) : (
              <TermsLines terms={lesson.terms} zone={lesson.zone} />
            )}
          </Part>
        ) : null}
      </div>
    </Drawer>
  )
}

/** The price of a held time and the way to pay it; only its student has one. */
function Payable({ lesson }: { lesson: ListedLesson }) {
  if (!isPayable(lesson)) return null
  // Weekly lessons are paid together.
  const lessons = lesson.series?.lessons ?? 1
  const priceCents = lesson.priceCents * lessons
  const giftCents = lesson.toPayCents === null ? 0 : priceCents - lesson.toPayCents
  return (
    <div className="mt-5 rounded-card border bg-surface-sunken p-4">
      <p className="flex items-baseline justify-between gap-4">
        <span className="text-[0.9375rem]">
          {lessons > 1 ? `Price of ${lessons} weekly lessons` : 'Price'}
        </span>
        <span className="tabular text-lg font-semibold">{formatMoney(priceCents)}</span>
      </p>
      {giftCents > 0 ? (
        <p className="flex items-baseline justify-between gap-4 text-[0.9375rem]">
          <span>Gift card</span>
          <span className="tabular">−{formatMoney(giftCents)}</span>
        </p>
      ) : null}
      {giftCents < 0 ? (
        <p className="mt-1 text-sm text-muted">
          It is paid together with the others that you booked with it.
        </p>
      ) : null}
      <div className="mt-3">
        <PayLesson lesson={lesson} what={lesson.title} isWide />
      </div>
    </div>
  )
}

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="border-t pt-5">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h3 className="font-sans text-base font-semibold tracking-normal">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  )
}

/** None of it is ours: no fee, no payout, no refund. */
function PaidElsewhere({ lesson, as }: Pick<LessonDialogProps, 'lesson' | 'as'>) {
  return (
    <p className="text-[0.9375rem] text-muted">
      <span className="font-medium text-ink">
        {formatMoney(lesson.priceCents)}, paid outside {siteName}.
      </span>{' '}
      {as === 'student'
        ? `You settle it with ${lesson.coach.label} directly. Nothing is charged here, so ${siteName} cannot refund it.`
        : `${lesson.student.name} pays you directly. There is no fee or payout, and it is not included in your earnings.`}
    </p>
  )
}

/** What the coach of a confirmed lesson sees of the student, and where to change it. */
function Shared({
  contact,
  coach,
}: {
  contact: { phone: string | null; email: string | null }
  coach: string
}) {
  const seen = [contact.phone ? 'phone number' : null, contact.email ? 'email address' : null].filter(Boolean)
  return (
    <p className="text-[0.9375rem] text-muted">
      {seen.length > 0
        ? `${coach} sees your ${seen.join(' and ')} until a day after the lesson.`
        : `${coach} sees neither your phone number nor your email address.`}{' '}
      <Anchor href="/profile#details" className="text-link">
        Choose what coaches see
      </Anchor>
    </p>
  )
}

/** Who can be written to, and where the work of the two is kept. */
function CoachLinks({ studentId, golferId }: { studentId: string; golferId: string | undefined }) {
  return (
    <p className="mt-4 flex flex-wrap gap-2">
      <LinkButton href={`/compose?student=${studentId}`} size="sm">
        Message
      </LinkButton>
      <LinkButton
        href={
          golferId ? `/student-workspace/${studentId}?golfer=${golferId}` : `/student-workspace/${studentId}`
        }
        size="sm"
      >
        Workspace
      </LinkButton>
    </p>
  )
}

/** When the coach's share is sent, or what it waits for, while it is held. */
function PayoutLine({ lesson }: { lesson: ListedLesson }) {
  if (lesson.payout?.status !== 'held') return null
  const day = formatMoment(lesson.payout.at, lesson.zone)
  return (
    <p className="mt-4 text-[0.9375rem] text-muted">
      {lesson.problem === 'pending' || lesson.problem === 'investigating' ? (
        'Your share is held until the reported problem is settled.'
      ) : lesson.payout.isOverdue ? (
        <>
          Your share was due {day} and is still held.{' '}
          <Anchor href="/earnings-payouts" className="text-brand underline">
            See what it is waiting for
          </Anchor>
        </>
      ) : (
        `We send your share ${day} if your payout account is ready then.`
      )}
    </p>
  )
}
