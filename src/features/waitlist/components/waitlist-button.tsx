import { lazyRouteComponent } from '@tanstack/react-router'
import { BellRing } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'

const WaitlistDialog = lazyRouteComponent(() => import('./waitlist-dialog.tsx'), 'WaitlistDialog')

/** Opens the form for a city's waitlist; its code comes with the first wish to see it. */
export function WaitlistButton({ city, state }: { city: string; state: string }) {
  const [isOpen, setOpen] = useState(false)
  const prepare = () => void WaitlistDialog.preload?.()
  return (
    <>
      <Button variant="brand" onPointerEnter={prepare} onFocus={prepare} onClick={() => setOpen(true)}>
        <BellRing aria-hidden />
        Join the waitlist
        <span className="sr-only">
          for {city}, {state}
        </span>
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <WaitlistDialog city={city} state={state} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
