import { formatMoment } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { relativeTime } from '../relative-time.ts'

/** When somebody was told: how long ago, then the moment in the reader's own zone. Empty until the page has come to life. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const zone = useViewerZone()
  const now = useNow(60_000)
  return (
    <time dateTime={at} className={className}>
      {zone && now !== null ? (relativeTime(at, now) ?? formatMoment(at, zone)) : '\u00a0'}
    </time>
  )
}
