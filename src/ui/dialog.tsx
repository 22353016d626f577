import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { type PointerEvent as PressEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { cn } from './class-names.ts'
import { useReturningFocus } from './focus.ts'
import { NoHistoryStep, useHistoryStep } from './history-steps.ts'
import { SheetBody } from './sheet-body.tsx'
import { makeRoomForDialog } from './toast-room.ts'

export type DialogProps = {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** The button that opens it; the focus returns there. */
  trigger?: ReactNode
  title: ReactNode
  description?: ReactNode
  /** Buttons below a thin line, always visible. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  className?: string
  children?: ReactNode
}

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-4xl' }

/**
 * A modal dialog: a bottom sheet on phones, a floating card otherwise. Its content scrolls. Back closes it.
 */
export function Dialog({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  footer,
  size = 'md',
  className,
  children,
}: DialogProps) {
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
          data-dialog
          className={cn(
            'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col rounded-t-card border bg-surface-raised shadow-float',
            'data-[state=open]:animate-from-bottom data-[state=closed]:animate-to-bottom',
            'sm:inset-0 sm:m-auto sm:h-fit sm:w-[calc(100%-3rem)] sm:rounded-card',
            'sm:data-[state=open]:animate-rise-in sm:data-[state=closed]:animate-sink-out',
            widths[size],
            className,
          )}
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

/**
 * The open state of a layer, controlled by its owner or by its own trigger. While open, it is a step in the
 * browser's history.
 * @returns the state and its setter
 */
export function useLayer(
  open: boolean | undefined,
  onOpenChange: ((open: boolean) => void) | undefined,
): [isOpen: boolean, setOpen: (open: boolean) => void] {
  const [ownOpen, setOwnOpen] = useState(false)
  const isOpen = open ?? ownOpen
  const setOpen = (next: boolean) => {
    setOwnOpen(next)
    onOpenChange?.(next)
  }
  useHistoryStep(isOpen, () => setOpen(false))
  useEffect(() => {
    if (isOpen) makeRoomForDialog()
  }, [isOpen])
  return [isOpen, setOpen]
}

/** Closes the surrounding dialog or drawer; wrap a button. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Primitive.Close asChild>{children}</Primitive.Close>
}

export const overlayClass =
  'fixed inset-0 z-50 bg-scrim data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out'

/** The longest time between the two presses of a double click, in milliseconds: the default of desktop systems. */
const DOUBLE_CLICK_MS = 500

/**
 * Which presses outside a layer leave it open: a press on a toast above it, and the second press of a double
 * click whose first press was inside. The first may have replaced the content with a shorter one, so that the
 * second falls outside.
 * @returns the handlers for the layer's content
 */
export function useKeptOpen() {
  const pressedInside = useRef(Number.NEGATIVE_INFINITY)
  return {
    onPointerDownCapture: (event: PressEvent) => {
      pressedInside.current = event.timeStamp
    },
    onInteractOutside: (event: CustomEvent<{ originalEvent: Event }>) => {
      const onToast = event.target instanceof Element && event.target.closest('[data-toaster]') !== null
      const sinceInside = event.detail.originalEvent.timeStamp - pressedInside.current
      if (onToast || sinceInside < DOUBLE_CLICK_MS) event.preventDefault()
    },
  }
}

export function SheetHeader({ title, description }: { title: ReactNode; description?: ReactNode }) {
  return (
    <div className="flex items-start gap-4 px-5 pt-5 pb-4 sm:px-7 sm:pt-6">
      <div className="min-w-0 flex-1">
        <Primitive.Title className="text-title wrap-anywhere">{title}</Primitive.Title>
        {description ? (
          <Primitive.Description className="mt-1.5 text-[0.9375rem] text-muted">
            {description}
          </Primitive.Description>
        ) : null}
      </div>
      <Primitive.Close
        aria-label="Close"
        data-no-print
        className="-mt-1.5 -mr-2 grid size-10 shrink-0 place-items-center rounded-control text-muted transition-colors hover:bg-surface-hover hover:text-ink"
      >
        <X aria-hidden className="size-5" />
      </Primitive.Close>
    </div>
  )
}

export function SheetFooter({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse gap-2.5 border-t px-5 py-4 sm:flex-row sm:justify-end sm:px-7">
      {children}
    </div>
  )
}
