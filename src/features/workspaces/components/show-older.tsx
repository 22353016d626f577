import { Button } from '#ui/button.tsx'
import type { WorkspaceView } from '../schema.ts'
import { useWorkspace } from './workspace-context.ts'

/** The button below the lessons or notes of a workspace, if there are older ones. */
export function ShowOlder({ what }: { what: keyof WorkspaceView['older'] }) {
  const { view, onShowOlder, isShowingOlder } = useWorkspace()
  // A server of the previous version sends no counts.
  const count = view.older?.[what] ?? 0
  if (count === 0 || !onShowOlder) return null
  return (
    <Button className="mt-4 self-start" loading={isShowingOlder ?? false} onClick={() => onShowOlder(what)}>
      {`Show older ${what} (${count})`}
    </Button>
  )
}
