import { lazyRouteComponent } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { Kbd } from '#ui/kbd.tsx'

const Palette = lazyRouteComponent(() => import('./palette.tsx'), 'Palette')

/** Opens the command palette on click or Ctrl K. The palette is loaded on first use. */
export function PaletteButton() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="flex h-9 items-center gap-2 rounded-control border bg-surface-raised px-3 text-sm text-muted hover:text-ink"
      >
        <Search aria-hidden className="size-4" />
        <span className="max-md:sr-only">Find anything</span>
        <Kbd className="max-md:hidden">Ctrl K</Kbd>
      </button>
      {open ? (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
