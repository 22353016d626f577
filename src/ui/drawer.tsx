import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './class-names.ts'
import { overlayClass, SheetFooter, SheetHeader, useKeptOpen, useLayer } from './dialog.tsx'
import { useReturningFocus } from './focus.ts'
import { NoHistoryStep } from './history-steps.ts'
import { SheetBody } from './sheet-body.tsx'

const sides = {
  bottom:
    'inset-x-0 bottom-0 max-h-[88dvh] rounded-t-card border-t data-[state=open]:animate-from-bottom data-[state=closed]:animate-to-bottom',
  right:
    'inset-y-0 right-0 w-full max-w-md border-l data-[state=open]:animate-from-right data-[state=closed]:animate-to-right',
  left: 'inset-y-0 left-0 w-full max-w-md border-r data-[state=open]:animate-from-left data-[state=closed]:animate-to-left',
}

export type DrawerProps = {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  trigger?: ReactNode
  title: ReactNode
  description?: ReactNode
  footer?: ReactNode
  side?: keyof typeof sides
  className?: string
  children?: ReactNode
}

/** A modal panel that slides in from an edge: filters, help, a summary. Back closes it. */
export function Drawer({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  footer,
  side = 'right',
  className,
  children,
}: DrawerProps) {
  const returning = useReturningFocus(trigger !== undefined)
  const [isOpen, setOpen] = useLayer(open, onOpenChange)
  const keptOpen = useKeptOpen()
  return (
    <Primitive.Root open={isOpen} onOpenChange={setOpen}>
      {trigger ? <Primitive.Trigger asChild>{trigger}</Primitive.Trigger> : null}
      <Primitive.Portal>
        <Primitive.Overlay className={overlayClass} />
        <Primitive.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...keptOpen}
          {...returning}
          className={cn('fixed z-50 flex flex-col bg-surface-raised shadow-float', sides[side], className)}
        >
          <SheetHeader title={title} description={description} />
          <NoHistoryStep value={false}>
            <SheetBody>{children}</SheetBody>
            {footer ? <SheetFooter>{footer}</SheetFooter> : null}
          </NoHistoryStep>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
