import { PanelLeft, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button.tsx'
import { cn } from './class-names.ts'
import { overlayClass } from './dialog.tsx'
import { useReturningFocus } from './focus.ts'
import { useHistoryStep } from './history-steps.ts'
import { useSidebar } from './sidebar-state.ts'

export type SidebarProps = {
  label: string
  /** Usually a SidebarIdentity. */
  header?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** 16rem wide, 3rem when collapsed; under 768 px a drawer of 18rem. Must be inside of a SidebarProvider. */
export function Sidebar({ label, header, footer, children }: SidebarProps) {
  const { open, drawerOpen, setDrawerOpen } = useSidebar()
  const returning = useReturningFocus(false)
  useHistoryStep(drawerOpen, () => setDrawerOpen(false))
  const content = (
    <>
      {header ? <div className="shrink-0 border-b px-2 py-3">{header}</div> : null}
      <nav aria-label={label} className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto px-1.5 py-3">
        {children}
      </nav>
      {footer ? <div className="shrink-0 border-t px-1.5 py-2">{footer}</div> : null}
    </>
  )
  return (
    <>
      <aside
        data-state={open ? 'open' : 'folded'}
        data-no-print
        className={cn(
          'group/sidebar sticky top-0 hidden h-svh shrink-0 flex-col overflow-hidden border-r bg-surface-sunken transition-[width] duration-200 md:flex',
          open ? 'w-64' : 'w-12',
        )}
      >
        {content}
      </aside>
      <Dialog.Root open={drawerOpen} onOpenChange={setDrawerOpen}>
        <Dialog.Portal>
          <Dialog.Overlay className={overlayClass} />
          <Dialog.Content
            {...returning}
            aria-describedby={undefined}
            onClick={(event) => {
              if (event.target instanceof Element && event.target.closest('a')) setDrawerOpen(false)
            }}
            className="group/sidebar fixed inset-y-0 left-0 z-50 flex w-72 max-w-[88vw] flex-col bg-surface-sunken shadow-float data-[state=closed]:animate-to-left data-[state=open]:animate-from-left"
          >
            <Dialog.Title className="sr-only">{label}</Dialog.Title>
            {content}
            <Dialog.Close
              aria-label="Close"
              className="absolute top-2.5 right-2 grid size-10 place-items-center rounded-control text-muted hover:text-ink"
            >
              <X aria-hidden className="size-5" />
            </Dialog.Close>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  )
}

/** The page content next to the sidebar. */
export function SidebarInset({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={cn('flex min-w-0 flex-1 flex-col', className)} />
}

/** The button that collapses the sidebar, or opens its drawer on a phone. */
export function SidebarTrigger({ className }: { className?: string }) {
  const { toggle } = useSidebar()
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Toggle sidebar"
      aria-keyshortcuts="Control+B Meta+B"
      onClick={toggle}
      className={className}
    >
      <PanelLeft aria-hidden />
    </Button>
  )
}
