import { useQuery } from '@tanstack/react-query'
import { CalendarClock, CircleX, NotebookPen, Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { EventList, FactList, idFact, RecordPage } from '#features/back-office/components/record-page.tsx'
import { StatusBadge } from '#features/bookings/components/status-badge.tsx'
import { disputeBadges } from '#features/disputes/dispute.ts'
import { ageText } from '#features/golfers/golfer.ts'
import { LessonLedger } from '#features/payouts/components/lesson-ledger.tsx'
import { formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { dateIn, formatLesson, formatMoment, OFFICE_ZONE } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { lessonsClient } from '../client.ts'
import { CancelLesson, NoteOnLesson, RefundLesson } from './lesson-acts.tsx'
import { MoveLesson } from './move-lesson.tsx'
import type { DeskLesson } from './schema.ts'

/** A lesson: its people, its money, what happened, and what an admin can do with it. */
export function LessonPage({ bookingId }: { bookingId: string }) {
  const reading = useQuery(lessonsClient.desk.queryOptions({ input: { bookingId }, staleTime: 0 }))
  return (
    <RecordPage
      reading={reading}
      list={{ href: '/?tab=lessons', label: 'All lessons' }}
      noun="Lesson"
      unknown={{
        code: 'no_such_booking',
        find: 'Find a lesson',
        hint: 'Search by booking number, name or email.',
      }}
    >
      {(lesson) => <Lesson lesson={lesson} />}
    </RecordPage>
  )
}

type Act = 'cancel' | 'move' | 'refund' | 'note'

function Lesson({ lesson }: { lesson: DeskLesson }) {
  const [act, setAct] = useState<Act | null>(null)
  const isBooked = lesson.status === 'confirmed'
  const dialog = { lesson, onClose: () => setAct(null) }
  const button = (name: Act, label: string, icon: ReactNode, isOffered = true) =>
    isOffered ? (
      <Button
        size="sm"
        className={name === 'cancel' ? 'text-danger' : undefined}
        aria-haspopup="dialog"
        onClick={() => setAct(name)}
      >
        {icon}
        {label}
      </Button>
    ) : null
  return (
    <>
      <PageHeader title={`${lesson.number}: ${lesson.title}`} className="mb-2" />
      <p className="mb-4 flex flex-wrap items-center gap-2">
        <StatusBadge status={lesson.status} />
        <Badge icon={null}>{paymentWords(lesson)}</Badge>
        {lesson.isDemo ? <Badge icon={null}>Demo</Badge> : null}
      </p>
      <div className="mb-6 flex flex-wrap gap-2">
        {button('move', 'Move lesson', <CalendarClock aria-hidden />, isBooked)}
        {button('refund', 'Refund', <Undo2 aria-hidden />, lesson.refundable.refusal === null)}
        {button('note', 'Add note', <NotebookPen aria-hidden />)}
        {button('cancel', 'Cancel lesson', <CircleX aria-hidden />, isBooked)}
      </div>
      <div className="grid items-start gap-6 xl:grid-cols-[1fr_22rem]">
        <div className="grid min-w-0 gap-6 xl:order-2">
          <Facts lesson={lesson} />
        </div>
        <div className="grid min-w-0 gap-6">
          <Notes lesson={lesson} />
          <FromStudent lesson={lesson} />
          <Section title="History">
            <EventList events={lesson.events.map(({ what, ...event }) => ({ ...event, title: what }))} />
            {lesson.cancelMessage ? (
              <p className="mt-2 border-t pt-3 text-sm">
                <span className="text-muted">Message when it was cancelled: </span>
                <bdi>{lesson.cancelMessage}</bdi>
              </p>
            ) : null}
          </Section>
          <Section title="Money">
            <LessonLedger bookingId={lesson.bookingId} zone={lesson.zone} />
          </Section>
        </div>
      </div>
      {act === 'cancel' ? <CancelLesson {...dialog} /> : null}
      {act === 'move' ? <MoveLesson {...dialog} /> : null}
      {act === 'refund' ? <RefundLesson {...dialog} /> : null}
      {act === 'note' ? <NoteOnLesson {...dialog} /> : null}
    </>
  )
}

function paymentWords({ paymentStatus, isPaidElsewhere, isDemo, hasPackage }: DeskLesson): string {
  if (isDemo) return 'Demo, nothing was charged'
  if (isPaidElsewhere) return `Paid outside ${siteName}`
  if (hasPackage) return 'Paid with a package'
  switch (paymentStatus) {
    case 'completed':
      return 'Paid'
    case 'refunded':
      return 'Refunded'
    case 'partially_refunded':
      return 'Partly refunded'
    case 'failed':
      return 'Payment failed'
    case 'pending':
      return 'Not paid yet'
  }
}

function Facts({ lesson }: { lesson: DeskLesson }) {
  const { refundable, payout } = lesson
  const facts: [string, ReactNode][] = [
    ['When', formatLesson(lesson.start, lesson.durationMinutes, lesson.zone)],
    ['Where', [lesson.place, lesson.address].filter(Boolean).join(', ')],
    ['Student', <Person key="student" person={lesson.student} />],
    ...(lesson.golfer ? ([['Who plays', golferWords(lesson)]] satisfies [string, ReactNode][]) : []),
    ['Coach', <Person key="coach" person={lesson.coach} />],
    ['Price', formatMoney(lesson.priceCents)],
    ...(refundable.paidCents > 0
      ? ([['Left to refund', formatMoney(refundable.keptCents)]] satisfies [string, ReactNode][])
      : []),
    ...(payout
      ? ([
          [
            'Coach’s share',
            payout.status === 'sent'
              ? `Sent ${formatMoment(payout.at, OFFICE_ZONE, { year: true })}`
              : payout.status === 'nothing_due'
                ? 'Nothing is due'
                : `Held, due ${formatMoment(payout.at, OFFICE_ZONE, { year: true })}`,
          ],
        ] satisfies [string, ReactNode][])
      : []),
    ...lesson.disputes.map(
      ({ id, status }) =>
        [
          'Dispute',
          <Anchor key={id} href={`/?tab=disputes&q=${id}`} className="text-brand hover:underline">
            {disputeBadges[status].label}
          </Anchor>,
        ] satisfies [string, ReactNode],
    ),
  ]
  return <FactList facts={[...facts, idFact(lesson.bookingId)]} />
}

/** `Emma Brooks, turns 12 in 2026`. */
function golferWords({ golfer, start, zone }: DeskLesson): string {
  if (!golfer) return ''
  return [golfer.name, ageText(golfer, Number(dateIn(start, zone).slice(0, 4)))].filter(Boolean).join(', ')
}

function Person({ person }: { person: DeskLesson['student'] }) {
  return (
    <>
      <Anchor href={`/admin/users/${person.userId}`} className="text-brand hover:underline">
        <bdi>{person.name}</bdi>
      </Anchor>
      <span className="block font-normal text-muted">{person.email}</span>
      {person.phone ? <span className="block font-normal text-muted">{person.phone}</span> : null}
    </>
  )
}

function Notes({ lesson }: { lesson: DeskLesson }) {
  if (lesson.notes.length === 0) return null
  return (
    <Section title="Notes">
      <ol className="divide-y">
        {lesson.notes.map((note) => (
          <li key={note.id} className="py-2.5 text-sm">
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {note.body}
            </p>
            <p className="tabular text-[0.8125rem] text-muted">
              <bdi>{note.author}</bdi>, {formatMoment(note.at, OFFICE_ZONE, { year: true })}
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** What the student wrote to the coach with the booking. */
function FromStudent({ lesson: { note, answers } }: { lesson: DeskLesson }) {
  if (note === null && answers.length === 0) return null
  return (
    <Section title="From the student">
      {note === null ? null : (
        <p dir="auto" className="py-2 text-sm wrap-anywhere whitespace-pre-line">
          {note}
        </p>
      )}
      {answers.length === 0 ? null : (
        <dl className="divide-y text-sm">
          {answers.map(({ question, answer }) => (
            <div key={question} className="py-2">
              <dt dir="auto" className="text-muted wrap-anywhere">
                {question}
              </dt>
              <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
                {answer}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0 rounded-card border bg-surface-raised px-5 py-4">
      <h2 className="mb-1 text-base font-semibold">{title}</h2>
      {children}
    </section>
  )
}
