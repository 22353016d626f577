import { BellRing } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { AskedCoach } from '../cancellation-list.ts'

const fetchDialog = () => import('./ask-for-time-dialog.tsx')
const AskForTimeDialog = lazyPart(fetchDialog, 'AskForTimeDialog')

/** Opens the form for a coach's cancellation list; its code comes the first time it is opened. */
export function AskForTimeButton(props: {
  coach: AskedCoach
  durationMinutes: number
  /** `yyyy-MM-dd`, the first date that can be asked for, and the one that was looked at. */
  first: string
  date?: string | null
  isSignedIn: boolean
}) {
  const [isOpen, setOpen] = useState(false)
  const prepare = () => void fetchDialog().catch(() => undefined)
  return (
    <>
      <Button
        size="sm"
        variant="brand"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setOpen(true)}
      >
        <BellRing aria-hidden />
        Tell me if something opens
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <AskForTimeDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
