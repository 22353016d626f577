import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { NoHistoryStep } from '#ui/history-steps.ts'

/** Asks for confirmation before leaving a page with unsaved changes. */
export function LeaveDialog({ isOn }: { isOn: boolean }) {
  const blocker = useBlocker({
    disabled: !isOn,
    withResolver: true,
    enableBeforeUnload: () => isOn,
    shouldBlockFn: ({ current, next }) => isOn && current.pathname !== next.pathname,
  })
  return (
    <NoHistoryStep value={true}>
      <ConfirmDialog
        open={blocker.status === 'blocked'}
        onOpenChange={(isOpen) => isOpen || blocker.reset?.()}
        title="Leave without saving?"
        description="Students do not see your changes yet. They stay in this tab until you come back or close it."
        confirmLabel="Leave"
        keepLabel="Stay and save"
        tone="brand"
        onConfirm={() => blocker.proceed?.()}
      />
    </NoHistoryStep>
  )
}
