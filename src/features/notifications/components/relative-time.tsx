import { formatMoment } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'

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

/**
 * The time since an instant in words, up to one day; null after that, when a date is more useful.
 * @param now milliseconds since 1970, UTC
 */
function relativeTime(at: string, now: number): string | null {
  const minutes = Math.floor((now - Date.parse(at)) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return hours === 1 ? '1 hour ago' : `${hours} hours ago`
  return null
}
