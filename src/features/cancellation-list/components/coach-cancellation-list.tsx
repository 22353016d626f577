import { useQuery } from '@tanstack/react-query'
import { formatDuration, formatLesson, formatMoment } from '#platform/time.ts'
import { useLive } from '#platform/use-live.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Badge } from '#ui/badge.tsx'
import { datesWords } from '../cancellation-list.ts'
import { cancellationListClient } from '../client.ts'
import type { CoachList } from '../schema.ts'

const golfersWords = (count: number) => (count === 1 ? '1 golfer' : `${count} golfers`)

/**
 * The coach's cancellation list: who is waiting, and to whom freed times are offered. Renders nothing when
 * the list is empty.
 */
export function CoachCancellationList({ coachId }: { coachId: string }) {
  const list = useQuery(
    cancellationListClient.ofCoach.queryOptions({ staleTime: 0, refetchInterval: 60_000 }),
  )
  useLive([`coach-slots:${coachId}`], () => void list.refetch())
  const { waiting = [], freed = [], clinics = [] } = list.data ?? {}
  if (waiting.length + freed.length + clinics.length === 0) return null
  return (
    <section aria-labelledby="coach-list-title" className="mt-10">
      <h2 id="coach-list-title" className="text-xl">
        Cancellation list
      </h2>
      <p className="mt-1 max-w-prose text-[0.9375rem] text-muted">
        When a lesson is cancelled and you leave its time open, we offer it to these golfers, one after the
        other. When seats in a clinic are free, we tell everyone who waits for them.
      </p>
      <ul className="mt-4 divide-y rounded-card border bg-surface-raised">
        {freed.map((time) => (
          <FreedTime key={time.id} time={time} />
        ))}
        {waiting.map(({ from, to, durationMinutes, golfers }) => (
          <li
            key={`${from}${to}${durationMinutes}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3"
          >
            <p className="min-w-0 flex-1 basis-56">
              <span className="tabular font-medium">{datesWords(from, to)}</span>
              <span className="block text-sm text-muted">{formatDuration(durationMinutes)}</span>
            </p>
            <p className="text-sm">{golfersWords(golfers)} waiting</p>
          </li>
        ))}
        {clinics.map(({ clinicId, title, start, zone, golfers, seats }) => (
          <li key={clinicId} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
            <p className="min-w-0 flex-1 basis-56 wrap-anywhere">
              <Anchor
                href={`/your-clinics?clinic=${clinicId}`}
                className="font-medium underline-offset-4 hover:underline"
              >
                <bdi>{title}</bdi>
              </Anchor>
              <span className="tabular block text-sm text-muted">{formatMoment(start, zone)}</span>
            </p>
            <p className="text-sm">
              {golfersWords(golfers)} waiting for {seats === 1 ? '1 seat' : `${seats} seats`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function FreedTime({ time }: { time: CoachList['freed'][number] }) {
  const { start, durationMinutes, zone, place, status, offeredTo, student, expiresAt } = time
  const offered = `Offered to ${golfersWords(offeredTo)}`
  const words =
    status === 'taken'
      ? `${offered}. ${student ?? 'One of them'} booked it.`
      : status === 'offering' && student && expiresAt
        ? `${offered} so far. Now held for ${student} until ${formatMoment(expiresAt, zone)}.`
        : offeredTo === 0
          ? 'No one on the list could take it. Anyone can book it.'
          : `${offered}. No one took it. Anyone can book it.`
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="tabular font-medium">{formatLesson(start, durationMinutes, zone)}</p>
        <p className="text-sm text-muted">
          <bdi>{place}</bdi>. <bdi>{words}</bdi>
        </p>
      </div>
      <Badge tone={status === 'taken' ? 'green' : status === 'offering' ? 'blue' : 'neutral'}>
        {status === 'taken' ? 'Booked again' : status === 'offering' ? 'On offer' : 'Open to all'}
      </Badge>
    </li>
  )
}
