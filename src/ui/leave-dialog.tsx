import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { NoHistoryStep } from './history-steps.ts'

// The same function in each render, so that the router does not register the blocker again.
const isOtherPage = ({ current, next }: { current: { pathname: string }; next: { pathname: string } }) =>
  current.pathname !== next.pathname

/** Asks for confirmation before leaving a page with unsaved changes: by a link, by Back, or by closing the tab. */
export function LeaveDialog({
  isOn,
  description,
  keepLabel,
}: {
  isOn: boolean
  /** What happens to the changes. */
  description: string
  keepLabel: string
}) {
  const blocker = useBlocker({
    disabled: !isOn,
    withResolver: true,
    enableBeforeUnload: isOn,
    shouldBlockFn: isOtherPage,
  })
  return (
    <NoHistoryStep value={true}>
      <ConfirmDialog
        open={blocker.status === 'blocked'}
        onOpenChange={(isOpen) => isOpen || blocker.reset?.()}
        title="Leave without saving?"
        description={description}
        confirmLabel="Leave"
        keepLabel={keepLabel}
        tone="brand"
        onConfirm={() => blocker.proceed?.()}
      />
    </NoHistoryStep>
  )
}
