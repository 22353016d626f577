import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-error.tsx'
import type { WorkspaceView } from '../schema.ts'
import { useWorkspace } from './workspace-context.ts'

/** The button below the items of a workspace, if there are older ones. */
export function ShowOlder({ what, name = what }: { what: keyof WorkspaceView['older']; name?: string }) {
  const { view, onShowOlder, isShowingOlder, hasOlderFailed } = useWorkspace()
  // A server of the previous version sends no counts.
  const count = view.older?.[what] ?? 0
  if (count === 0 || !onShowOlder) return null
  return (
    <div className="mt-4 flex flex-col items-start gap-2">
      <FormError>{hasOlderFailed ? 'Older entries could not be loaded.' : null}</FormError>
      <Button loading={isShowingOlder ?? false} onClick={() => onShowOlder(what)}>
        {hasOlderFailed ? 'Try again' : `Show older ${name} (${count})`}
      </Button>
    </div>
  )
}
