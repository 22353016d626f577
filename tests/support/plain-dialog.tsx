import type { ReactNode } from 'react'

/**
 * Dialogs for component tests, in place of `#ui/dialog.tsx`: always open and part of the page, because the real ones need layers and
 * animations of a browser.
 */
export const Dialog = ({ children, footer }: { children: ReactNode; footer?: ReactNode }) => (
  <div role="dialog">
    {children}
    {footer}
  </div>
)

export const DialogClose = ({ children }: { children: ReactNode }) => children
