import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, X } from 'lucide-react'
import { readProblem } from '#platform/api-problem.ts'
import { DAY_MINUTES } from '#platform/duration.ts'
import { dateIn, formatDay, formatTimeRange, offsetMinutes } from '#platform/time.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { availabilityClient } from '../client.ts'
import type { SlotObstacle } from '../slot-proof.ts'
import { clockOf } from '../week.ts'
import type { AvailabilityDraft } from './availability-queries.ts'
import { obstacleNames } from './preview-grid.tsx'
import type { DatedTime } from './times-off-dialogs.tsx'

/** Explains why a time cannot be booked, and offers ways to change that. */
export function SlotProof({
  request,
  zone,
  onClose,
  onOpenTime,
}: {
  request: AvailabilityDraft & { start: string; durationMinutes: number; locationId?: string | undefined }
  zone: string
  onClose: () => void
  onOpenTime: (time: DatedTime) => void
}) {
  const { start, durationMinutes } = request
  const proof = useQuery(availabilityClient.proof.queryOptions({ input: request, staleTime: 0 }))
  const obstacles = proof.data?.obstacles
  return (
    <div role="status" className="mt-3 rounded-card border bg-surface-raised p-4">
      <div className="flex items-start justify-between gap-3">
        <h3 className="tabular font-sans text-[0.9375rem] font-semibold">
          {`${formatDay(start, zone)}, ${formatTimeRange(start, durationMinutes, zone)}`}
        </h3>
        <Button variant="ghost" size="icon-sm" aria-label="Close" className="-mt-1.5 -mr-2" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
      {proof.isError ? (
        <p className="mt-1 text-sm text-danger">We could not find out. Please try again.</p>
      ) : !obstacles ? (
        <Skeleton className="mt-2 h-10" />
      ) : obstacles.length === 0 ? (
        <p className="mt-1 flex items-center gap-2 text-[0.9375rem]">
          <CircleCheck aria-hidden className="size-4.5 text-green" />
          Open: students can book this time.
        </p>
      ) : (
        <ol className="mt-1.5 flex flex-col gap-3">
          {obstacles.map(({ obstacle, detail, act }, nth) => (
            <li key={obstacle} className="text-[0.9375rem]">
              {nth === 1 ? <p className="mb-2 text-sm text-muted">Also in the way:</p> : null}
              <p className="font-medium">{obstacleNames[obstacle]}</p>
              <p className="text-sm text-muted wrap-anywhere" dir="auto">
                {detail}
              </p>
              <Remedy
                obstacle={obstacle}
                act={act}
                onOpenTime={() => onOpenTime(datedTime(start, durationMinutes, zone))}
              />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function Remedy(props: { obstacle: SlotObstacle; act: number | null; onOpenTime: () => void }) {
  const queryClient = useQueryClient()
  const { obstacle, act } = props
  if (obstacle === 'hours' || obstacle === 'other_calendar' || obstacle === 'other_place')
    return (
      <Button size="sm" className="mt-2" onClick={props.onOpenTime}>
        Open this time once
      </Button>
    )
  if (obstacle === 'booking')
    return (
      <LinkButton href="/lessons" size="sm" className="mt-2">
        See your lessons
      </LinkButton>
    )
  if (obstacle !== 'block' || act === null) return null
  const lift = async () => {
    try {
      await availabilityClient.takeBack.call({ act })
      await queryClient.invalidateQueries({ queryKey: availabilityClient.key() })
      toast.success('Unblocked')
    } catch (error) {
      toast.error('Not unblocked', readProblem(error).message ?? 'We could not reach the server.')
    }
  }
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      <Button size="sm" onClick={props.onOpenTime}>
        Open this time once
      </Button>
      <Button size="sm" onClick={() => void lift()}>
        Lift the whole block
      </Button>
    </div>
  )
}

/** A time in the format of the opening dialog, in the zone of the place. */
function datedTime(start: string, durationMinutes: number, zone: string): DatedTime {
  const at = Date.parse(start)
  const date = dateIn(at, zone)
  const minute = (at - Date.parse(`${date}T00:00:00Z`)) / 60_000 + offsetMinutes(at, zone)
  return {
    date,
    startTime: clockOf(minute),
    endTime: clockOf(Math.min(DAY_MINUTES, minute + durationMinutes)),
  }
}
