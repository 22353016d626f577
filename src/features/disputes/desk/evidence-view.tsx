import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageStatusWords } from '#features/notifications/message-status.ts'
import { adminTimelineWords } from '#features/payouts/timeline-admin-words.ts'
import { formatMoney } from '#platform/money.ts'
import { formatLesson, formatMoment } from '#platform/time.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import { disputesClient } from '../client.ts'
import { disputeBadges, disputeReasonLabels } from '../dispute.ts'
import type { Evidence } from './schema.ts'

/** All evidence for deciding a dispute. Times are in the zone of the lesson's place, without a lesson in UTC. */
export function EvidenceView({ evidence }: { evidence: Evidence }) {
  const { dispute, lesson, money, messages, moreMessages, letters, moves, history, others } = evidence
  const at = (instant: string) => formatMoment(instant, lesson?.zone ?? 'UTC', { year: true })
  const { paidCents, keptCents } = money.ofPackage ?? money
  return (
    <div className="flex min-w-0 flex-col gap-6 text-[0.9375rem]">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone={disputeBadges[dispute.status].tone}>{disputeBadges[dispute.status].label}</Badge>
          <span className="font-semibold">{disputeReasonLabels[dispute.reason]}</span>
        </p>
        <PackButton disputeId={dispute.id} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Side name={dispute.studentName} who="Student" email={dispute.studentEmail} others={others.ofStudent}>
          {dispute.details ?? 'Wrote nothing.'}
        </Side>
        {dispute.instructorName ? (
          <Side
            name={dispute.instructorName}
            who="Coach"
            email={dispute.instructorEmail ?? ''}
            others={others.ofCoach}
          >
            {dispute.coachAnswer ?? 'Has not answered yet.'}
          </Side>
        ) : null}
      </div>
      {lesson ? (
        <Part title="The lesson and its terms">
          <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[9rem_1fr]">
            <Fact name="When">{formatLesson(lesson.start, lesson.durationMinutes, lesson.zone)}</Fact>
            <Fact name="Where">{lesson.place}</Fact>
            {lesson.playedBy ? <Fact name="Who plays">{lesson.playedBy}</Fact> : null}
            <Fact name="Booked">{at(lesson.bookedAt)}</Fact>
            {lesson.completedAt ? <Fact name="Completed">{at(lesson.completedAt)}</Fact> : null}
            {lesson.cancelledAt ? <Fact name="Cancelled">{at(lesson.cancelledAt)}</Fact> : null}
            {lesson.noShow ? <Fact name="No-show">The coach says that the student did not come</Fact> : null}
            <Fact name="Terms as booked">{lesson.terms}</Fact>
            <Fact name="In dates">{lesson.termsInDates}</Fact>
            {moves.map((move) => (
              <Fact key={move.at} name="Moved">
                {at(move.at)} by the {move.by},{' '}
                {move.from === move.to
                  ? 'to another place at the same time'
                  : `from ${at(move.from)} to ${at(move.to)}`}
              </Fact>
            ))}
          </dl>
        </Part>
      ) : null}
      <Part title="Money" note={`${formatMoney(paidCents)} paid, ${formatMoney(keptCents)} left`}>
        <ol className="divide-y">
          {money.timeline.map((item, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: two lessons of a package can have the same movement.
              key={`${item.kind} ${item.at} ${index}`}
              className="flex flex-wrap justify-between gap-x-4 py-1.5"
            >
              <span>{adminTimelineWords[item.kind]}</span>
              <span className="tabular font-semibold">{formatMoney(item.amountCents)}</span>
              <span className="tabular basis-full text-sm text-muted">{at(item.at)}</span>
            </li>
          ))}
        </ol>
        {money.payout && money.payout.status !== 'nothing_due' && !money.ofPackage ? (
          <p className="mt-1 text-sm text-muted">
            The coach’s share{' '}
            {money.payout.sentAt ? `was sent ${at(money.payout.sentAt)}` : `is due ${at(money.payout.dueAt)}`}
            .
          </p>
        ) : null}
        {money.refunds
          .filter((refund) => !refund.isSent)
          .map((refund) => (
            <p key={refund.requestedAt} className="mt-1 text-sm text-danger">
              A refund of {formatMoney(refund.amountCents)} is on its way
              {refund.error ? `: ${refund.error}` : '.'}
            </p>
          ))}
      </Part>
      <Part
        title="What they wrote to each other"
        note={moreMessages > 0 ? `${moreMessages} earlier ${moreMessages === 1 ? 'one' : 'ones'}` : ''}
      >
        {messages.length === 0 ? <p className="text-muted">Nothing around this lesson.</p> : null}
        <ol className="flex flex-col gap-2">
          {messages.map((said) => (
            <li key={said.id} className="rounded-control bg-surface-sunken px-3 py-2">
              <p className="text-sm text-muted">
                <bdi className="font-semibold text-ink">{said.name}</bdi>
                {said.from === 'assistant' ? ' (assistant)' : ''} · {at(said.at)}
              </p>
              <p dir="auto" className="break-words whitespace-pre-line">
                {said.content}
                {said.files > 0 ? ` [${said.files} ${said.files === 1 ? 'file' : 'files'}]` : ''}
              </p>
            </li>
          ))}
        </ol>
      </Part>
      <Part title="What we sent them about it">
        {letters.length === 0 ? <p className="text-muted">Nothing yet.</p> : null}
        <ol className="flex flex-col gap-1.5 text-sm">
          {letters.map((sent) => (
            <li key={`${sent.at} ${sent.to} ${sent.words}`} className="wrap-anywhere">
              <span className="tabular text-muted">{at(sent.at)}</span> · {sent.channel} to {sent.to} (
              {messageStatusWords[sent.status]}): {sent.words}
            </li>
          ))}
        </ol>
      </Part>
      <Part title="History">
        {history.length === 0 ? <p className="text-muted">No activity yet.</p> : null}
        <ol className="flex flex-col gap-3">
          {history.toReversed().map((change) => (
            <li key={change.id}>
              <p>
                <span className="font-semibold">{change.by ?? 'The payer’s bank'}</span>:{' '}
                {disputeBadges[change.from].label} → {disputeBadges[change.to].label}
                {change.refundCents > 0 ? `, ${formatMoney(change.refundCents)} refunded` : ''}
                <span className="tabular text-sm text-muted"> · {at(change.at)}</span>
              </p>
              {change.notes ? (
                <p dir="auto" className="break-words whitespace-pre-line text-muted">
                  {change.notes}
                </p>
              ) : null}
            </li>
          ))}
        </ol>
      </Part>
    </div>
  )
}

function Side(props: { name: string; who: string; email: string; others: number; children: ReactNode }) {
  return (
    <section aria-label={`The ${props.who.toLowerCase()}’s side`} className="rounded-card border px-4 py-3">
      <p className="font-semibold">
        <bdi>{props.name}</bdi> <span className="font-normal text-muted">· {props.who}</span>
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        {props.email}
        {props.others > 0 ? ` · ${props.others} other ${props.others === 1 ? 'dispute' : 'disputes'}` : ''}
      </p>
      <p dir="auto" className="mt-2 break-words whitespace-pre-line">
        {props.children}
      </p>
    </section>
  )
}

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 flex flex-wrap items-baseline justify-between gap-2 border-b pb-1 font-semibold">
        {title}
        {note ? <span className="tabular text-sm font-normal text-muted">{note}</span> : null}
      </h3>
      {children}
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-sm text-muted">{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** Downloads the evidence as a file and shows its checksum. */
function PackButton({ disputeId }: { disputeId: string }) {
  const { busy, failure, attempt } = useAttempt('The evidence could not be downloaded. Please try again.')
  const download = () =>
    attempt(async () => {
      const pack = await disputesClient.evidencePack.call({ disputeId })
      const url = URL.createObjectURL(new Blob([pack.html], { type: 'text/html' }))
      const link = document.createElement('a')
      link.href = url
      link.download = pack.fileName
      link.click()
      URL.revokeObjectURL(url)
      toast.success('Evidence saved', `SHA-256 ${pack.sha256}`)
    })
  return (
    <div>
      <Button size="sm" loading={busy} onClick={() => void download()}>
        <Download aria-hidden />
        Evidence pack
      </Button>
      {failure ? (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      ) : null}
    </div>
  )
}
