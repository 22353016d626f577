import { useOffline } from '#platform/connection.ts'

/** Says that the browser is offline, for as long as it is. */
export function OfflineNotice() {
  const isOffline = useOffline()
  return (
    <div
      role="status"
      data-no-print
      className="pointer-events-none fixed inset-x-0 top-0 z-60 flex justify-center"
    >
      {isOffline ? (
        <p className="rounded-b-control bg-ink px-4 py-2 text-sm font-medium text-surface shadow-float">
          You're offline. This page updates when you're back online.
        </p>
      ) : null}
    </div>
  )
}
