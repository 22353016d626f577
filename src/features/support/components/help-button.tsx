import { useLocation } from '@tanstack/react-router'
import { useSelector } from '@tanstack/react-store'
import { MessageCircleQuestionMark } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#ui/lazy-part.tsx'
import { isHelpOpen, openHelp } from './help-store.ts'

const HelpDrawer = lazyPart(() => import('./help-drawer.tsx'), 'HelpDrawer')

/** Whether nothing floats over a page, because the field for messages is in the corner. */
export const isCornerBusy = (pathname: string) => pathname === '/inbox' || pathname === '/compose'

/**
 * Floats at the bottom right of every page and opens 'Need Help?'. On a phone it is a narrow tab in the page's margin, where no
 * price, card or amount lies under it. What is behind it loads with the first press.
 */
export function HelpButton({
  me,
  isInHeader,
}: {
  me: { fullName: string; email: string } | null
  /** The frame has a {@link HeaderHelp}, so nothing floats over the page. */
  isInHeader: boolean
}) {
  const { pathname } = useLocation()
  const isOpen = useSelector(isHelpOpen)
  const [wasOpened, setWasOpened] = useState(false)
  useEffect(() => {
    if (isOpen) setWasOpened(true)
  }, [isOpen])
  return (
    <>
      {isInHeader || isCornerBusy(pathname) ? null : (
        <button
          type="button"
          data-no-print
          data-help-button
          aria-haspopup="dialog"
          onClick={openHelp}
          className="fixed right-0 bottom-4 z-30 grid h-14 w-6 cursor-pointer place-items-center rounded-l-control border-l-4 border-transparent bg-brand [background-clip:padding-box] text-on-brand transition-[background-color,bottom] duration-200 hover:bg-brand-hover sm:right-6 sm:bottom-6 sm:size-12 sm:rounded-full sm:border-0 sm:shadow-float max-xl:[:root:has([data-bottom-bar])_&]:bottom-24 sm:max-[87.5rem]:[:root:has([data-pinned-bar=in-sight])_&]:hidden sm:max-[98rem]:[:root:has(aside[data-state=open]):has([data-pinned-bar=in-sight])_&]:hidden"
        >
          <MessageCircleQuestionMark aria-hidden className="size-4.5 sm:size-5.5" />
          <span className="sr-only">Help</span>
        </button>
      )}
      {wasOpened ? (
        <Suspense>
          <HelpDrawer me={me} isOpen={isOpen} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Opens 'Need Help?' from the header, where pages are full of buttons and tables. */
export function HeaderHelp() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={openHelp}
      className="grid size-10 shrink-0 cursor-pointer place-items-center rounded-full hover:bg-surface-hover"
    >
      <MessageCircleQuestionMark aria-hidden className="size-5" />
      <span className="sr-only">Help</span>
    </button>
  )
}
