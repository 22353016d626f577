import { DateBlock } from '#features/bookings/components/date-block.tsx'
import { LessonLine } from '#features/bookings/components/lesson-line.tsx'
import { MINUTE } from '#platform/duration.ts'
import { formatDay, formatTimeRange } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import { cn } from '#ui/class-names.ts'
import type { Coming } from '../coming.ts'
import type { DashboardClinic } from '../schema.ts'

/** The times of a date of a clinic. */
export const clinicTimes = ({ start, end, zone }: DashboardClinic): string =>
  formatTimeRange(start, (Date.parse(end) - Date.parse(start)) / MINUTE, zone)

/** `5 of 8 seats` */
export const takenSeats = ({ taken, seats }: DashboardClinic): string => `${taken} of ${seats} seats`

/** The page of the coach's clinics with the participants of one. */
export const participantsOf = ({ clinicId }: DashboardClinic): string => `/your-clinics?clinic=${clinicId}`

/** A lesson, or a date of a clinic, that is to come. */
export function ComingLine({ coming, className }: { coming: Coming; className?: string }) {
  if (coming.kind === 'lesson')
    return <LessonLine lesson={coming.lesson} {...(className ? { className } : {})} />
  const { clinic } = coming
  return (
    <div className={cn('flex items-center gap-4', className)}>
      <DateBlock start={clinic.start} zone={clinic.zone} />
      <div className="min-w-0">
        <p className="truncate font-semibold">
          <Anchor href={participantsOf(clinic)} className="underline-offset-4 hover:underline">
            <bdi>{clinic.title}</bdi>
          </Anchor>
        </p>
        <p className="tabular text-sm">
          <span className="sr-only">{formatDay(clinic.start, clinic.zone, { long: true })}, </span>
          {clinicTimes(clinic)}
        </p>
        <p className="truncate text-sm text-muted">
          {takenSeats(clinic)} · {clinic.place}
        </p>
      </div>
    </div>
  )
}
