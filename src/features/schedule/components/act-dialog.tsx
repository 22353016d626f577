import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '#features/availability/components/availability-queries.ts'
import { ActLine } from '#features/availability/components/times-off.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ScheduleEntry } from '../schema.ts'
import { spanWords } from './entry-words.ts'

/** What was blocked or opened in one act, and a way to take it back. */
export function ActDialog({
  entry,
  zone,
  onClose,
}: {
  entry: Extract<ScheduleEntry, { kind: 'block' | 'opening' }>
  zone: string
  onClose: () => void
}) {
  const settings = useQuery(settingsQuery)
  const act = settings.data?.acts.find((one) => one.act === entry.act)
  const isBlock = entry.kind === 'block'
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="sm"
      title={isBlock ? 'Blocked time' : 'Extra hours'}
      description={spanWords(entry, zone)}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {settings.data && act ? (
        <>
          <ul className="divide-y rounded-card border">
            <ActLine act={act} settings={settings.data} />
          </ul>
          {act.from === act.to ? null : (
            <p className="mt-3 text-sm text-muted">
              These dates belong together: they were {isBlock ? 'blocked' : 'opened'} in one act, and go in
              one.
            </p>
          )}
        </>
      ) : settings.isPending || settings.isFetching ? (
        <Skeleton className="h-16 w-full" />
      ) : (
        <p className="text-[0.9375rem] text-muted">
          {settings.isError
            ? 'We could not reach the server. Please try again.'
            : entry.note || (isBlock ? 'It has ended or was removed.' : 'They have ended or were removed.')}
        </p>
      )}
    </Dialog>
  )
}
