import { useOffline } from '#platform/connection.ts'

/** Says that the browser is offline, for as long as it is: in one narrow line above the header of a phone, below the page elsewhere. */
export function OfflineNotice() {
  const isOffline = useOffline()
  return (
    <div
      role="status"
      data-no-print
      className="pointer-events-none fixed inset-x-0 top-0 z-60 flex justify-center sm:top-auto sm:bottom-0"
    >
      {isOffline ? (
        <p className="rounded-control bg-ink px-3 py-1 text-xs font-medium text-surface shadow-float sm:mb-4 sm:text-sm">
          You're offline. This page updates when you're back online.
        </p>
      ) : null}
    </div>
  )
}
