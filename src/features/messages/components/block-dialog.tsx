import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

/** Asks once: a block is quiet, and can be taken back. */
export function BlockDialog({
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
      description="Their messages no longer reach you, and you can't write to them. They are not told. What was said stays here, and you can unblock them whenever you like."
      confirmLabel="Block"
      keepLabel="Keep talking"
      onConfirm={async () => void (await onBlock())}
    />
  )
}
