import { formatMoment } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { relativeTime } from '../relative-time.ts'

/**
 * The time of a notification: relative at first, later as a date and time in the viewer's zone. Empty until
 * hydration.
 */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const zone = useViewerZone()
  const now = useNow(60_000)
  return (
    <time dateTime={at} className={className}>
      {zone && now !== null ? (relativeTime(at, now) ?? formatMoment(at, zone)) : '\u00a0'}
    </time>
  )
}
