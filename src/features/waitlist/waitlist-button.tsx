import { BellRing } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { KnownRequest } from './waitlist.ts'

const fetchDialog = () => import('./waitlist-dialog.tsx')
const WaitlistDialog = lazyPart(fetchDialog, 'WaitlistDialog')

/** Opens the form for a city's waitlist; its code comes the first time it is opened. */
export function WaitlistButton({
  city,
  state,
  known,
}: {
  city: string
  state: string
  known?: KnownRequest
}) {
  const [isOpen, setOpen] = useState(false)
  const prepare = () => void fetchDialog().catch(() => undefined)
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
          <WaitlistDialog city={city} state={state} known={known} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
