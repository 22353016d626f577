import { AlertDialog as Primitive } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { cn } from './class-names.ts'
import { overlayClass, useLayer } from './dialog.tsx'
import { useReturningFocus } from './focus.ts'

export type ConfirmDialogProps = {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  trigger?: ReactNode
  title: ReactNode
  description: ReactNode
  /** A verb: "Cancel lesson", never "OK". */
  confirmLabel: string
  keepLabel?: string
  tone?: 'danger' | 'brand'
  /** `lg` has room for larger content, such as an email. */
  size?: 'sm' | 'lg'
  /** Content between the description and the buttons. */
  children?: ReactNode
  /**
   * May be asynchronous: the dialog closes after it resolves, unless to false. If it rejects, the dialog stays
   * open and the error propagates.
   */
  onConfirm: () => unknown
}

/**
 * Asks for confirmation of an action that cannot be undone. The initial focus is on the button that cancels.
 */
export function ConfirmDialog({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  confirmLabel,
  keepLabel = 'Go back',
  tone = 'danger',
  size = 'sm',
  children,
  onConfirm,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const returning = useReturningFocus(trigger !== undefined)
  const [isOpen, setOpen] = useLayer(open, onOpenChange)
  const confirm = async () => {
    setBusy(true)
    try {
      if ((await onConfirm()) !== false) setOpen(false)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Primitive.Root open={isOpen} onOpenChange={setOpen}>
      {trigger ? <Primitive.Trigger asChild>{trigger}</Primitive.Trigger> : null}
      <Primitive.Portal>
        <Primitive.Overlay className={overlayClass} />
        <Primitive.Content
          {...returning}
          className={cn(
            'fixed inset-0 z-50 m-auto h-fit max-h-[calc(100svh-2rem)] w-[calc(100%-2.5rem)] overflow-y-auto rounded-card border bg-surface-raised p-6 shadow-float data-[state=closed]:animate-sink-out data-[state=open]:animate-rise-in',
            size === 'lg' ? 'max-w-2xl' : 'max-w-md',
          )}
        >
          <Primitive.Title className="text-title wrap-anywhere">{title}</Primitive.Title>
          <Primitive.Description className="mt-2 text-[0.9375rem] text-muted">
            {description}
          </Primitive.Description>
          {children}
          <div className="mt-6 flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
            <Primitive.Cancel asChild>
              <Button>{keepLabel}</Button>
            </Primitive.Cancel>
            <Button variant={tone} loading={busy} onClick={confirm}>
              {confirmLabel}
            </Button>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
