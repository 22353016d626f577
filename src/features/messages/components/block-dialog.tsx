import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

/** A single confirmation is enough: the other person is not notified, and a block can be undone. */
export function BlockPersonDialog({
  open,
  onClose,
  name,
  onBlock,
}: {
  open: boolean
  onClose: () => void
  name: string
  onBlock: () => Promise<unknown>
}) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={
        <>
          Block <bdi>{name}</bdi>?
        </>
      }
      description="You will not receive their messages, and you cannot write to them. They are not notified. The conversation stays here, and you can unblock them at any time."
      confirmLabel="Block"
      keepLabel="Do not block"
      onConfirm={async () => void (await onBlock())}
    />
  )
}
