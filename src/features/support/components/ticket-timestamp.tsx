import { formatMoment } from '#platform/time.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'

/** When something was written, in the reader's own zone; in UTC until the page has come to life. */
export function TicketTimestamp({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at, useViewerZone() ?? 'UTC')}</time>
}
