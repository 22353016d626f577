import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, MessageCircle, UserX } from 'lucide-react'
import { ContactLinks } from '#features/bookings/components/contact-links.tsx'
import { PackageList } from '#features/proposals/components/package-list.tsx'
import { ProposeButton } from '#features/proposals/components/propose-button.tsx'
import { WorkspaceLinks } from '#features/workspaces/components/workspace-links.tsx'
import { formatMoney } from '#platform/money.ts'
import { dateIn, formatDate, formatDay, formatMoment } from '#platform/time.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { StatCard } from '#ui/stat-card.tsx'
import type { StudentOfCoach } from '../schema.ts'
import { AccessSwitch } from './access-switch.tsx'
import { studentQuery } from './roster-query.ts'
import { StudentLessons } from './student-lessons.tsx'
import { BooksFor, StudentMarks } from './student-marks.tsx'
import { StudentNote } from './student-note.tsx'
import { StudentProposals } from './student-proposals.tsx'

/** One student of a coach: lessons, payments, credits, proposals, calendar access and the coach's note. */
export function StudentOverview({ initial, coachId }: { initial: StudentOfCoach; coachId: string }) {
  const { data: student } = useQuery({ ...studentQuery(initial.studentId), initialData: initial })
  const { studentId, nextLesson, lastLesson, money, isFormer, zone } = student
  // A process of the previous version does not say.
  const { takesLessons = true }: Partial<Pick<StudentOfCoach, 'takesLessons'>> = student
  return (
    <>
      <Breadcrumb items={[{ label: 'Overview', href: '/your-students' }, { label: student.name }]} />
      <header className="mt-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-5">
        <div className="flex min-w-0 items-center gap-4">
          <Avatar name={student.name} src={student.pictureUrl} size="lg" decorative />
          <div className="min-w-0">
            <h1 className="text-[1.75rem] wrap-anywhere">
              <bdi>{student.name}</bdi>
            </h1>
            <BooksFor row={student} />
            <div className="mt-1 flex flex-wrap items-center gap-2.5 text-[0.9375rem] text-muted">
              <StudentMarks row={student} zone={zone} />
              <span>With you since {formatDate(dateIn(student.since, zone))}</span>
            </div>
          </div>
        </div>
        {isFormer ? null : (
          <div className="flex flex-wrap gap-2.5">
            {student.isCaller ? null : (
              <>
                <LinkButton href={`/compose?student=${studentId}`}>
                  <MessageCircle aria-hidden />
                  Message
                </LinkButton>
                <WorkspaceLinks studentId={studentId} />
              </>
            )}
            {takesLessons ? (
              <LinkButton href={`/schedule?for=${studentId}`}>
                <CalendarPlus aria-hidden />
                Add a lesson
              </LinkButton>
            ) : null}
            {student.isCaller || !takesLessons ? null : (
              <ProposeButton coachId={coachId} student={{ id: studentId, name: student.name }} size="md" />
            )}
          </div>
        )}
      </header>
      {student.isCaller ? (
        <p className="mt-5 rounded-card bg-surface-sunken px-5 py-4 text-[0.9375rem]">
          You entered this student without an email address: nothing is sent, and messages and proposals are
          not possible.
        </p>
      ) : null}
      {isFormer || takesLessons ? null : (
        <p className="mt-5 rounded-card bg-surface-sunken px-5 py-4 text-[0.9375rem]">
          This account cannot book lessons now: you cannot propose or add any.
        </p>
      )}
      {isFormer ? (
        <p className="mt-5 flex items-start gap-3 rounded-card bg-surface-sunken px-5 py-4 text-[0.9375rem]">
          <UserX aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
          This account was deleted. Lessons and payments stay in your records, without a name.
        </p>
      ) : null}
      <section aria-label="Figures" className="mt-6 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        <StatCard
          label="Lessons had"
          value={student.lessonsHad}
          note={
            lastLesson
              ? `last on ${formatDay(lastLesson.start, lastLesson.zone, { year: true })}`
              : 'none yet'
          }
        />
        <StatCard
          label="Next lesson"
          value={
            <span className="text-xl sm:text-2xl">
              {nextLesson ? formatDay(nextLesson.start, nextLesson.zone) : '–'}
            </span>
          }
          note={
            nextLesson ? formatMoment(nextLesson.start, nextLesson.zone).split(', ').at(-1) : 'nothing booked'
          }
        />
        <StatCard
          label="Spent"
          value={formatMoney(student.spentCents)}
          note={
            money.refundedCents > 0
              ? `${formatMoney(money.paidCents)} paid, ${formatMoney(money.refundedCents)} refunded`
              : money.payments === 1
                ? '1 payment'
                : `${money.payments} payments`
          }
        />
        <StatCard
          label="Credits left"
          value={student.creditsLeft}
          note={
            student.creditsLeft === 0
              ? 'no open package'
              : student.creditsLeft === 1
                ? 'package lesson'
                : 'package lessons'
          }
        />
      </section>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <div className="flex min-w-0 flex-col gap-5">
          <StudentLessons student={student} />
          {isFormer || student.isCaller ? null : (
            <StudentProposals
              studentId={studentId}
              conversationId={student.lastWord?.conversationId ?? null}
            />
          )}
        </div>
        {isFormer ? null : (
          <div className="flex min-w-0 flex-col gap-5">
            {student.contact ? (
              <Card>
                <CardHeader title="Contact" className="mb-3" />
                <ContactLinks contact={student.contact} name={student.name} />
                <p className="mt-3 text-sm text-muted">Shown until a day after the lesson.</p>
              </Card>
            ) : null}
            <Card>
              <CardHeader title="Calendar access" className="mb-3" />
              <AccessSwitch student={student} withLabel />
              <p className="mt-2.5 text-sm text-muted">
                {student.isInstant
                  ? 'Instant booking is on, so everyone can book your open times. This applies when you turn it off.'
                  : student.mayBook
                    ? `${student.name} books your open times without asking first.`
                    : `${student.name} asks you before booking.`}
                {student.mayBookSince
                  ? ` Given on ${formatDay(student.mayBookSince, zone, { year: true })}.`
                  : ''}
              </p>
            </Card>
            <PackageList userId={coachId} as="coach" withId={studentId} />
            <StudentNote student={student} />
          </div>
        )}
      </div>
    </>
  )
}
