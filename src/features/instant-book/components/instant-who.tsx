import { type Ref, Suspense, useState } from 'react'
import type { PlayerChoice } from '#features/golfers/components/who-plays.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'

/** Loaded for students, who may have golfers, and when a visitor books for someone else. */
const WhoPlays = lazyPart(() => import('#features/golfers/components/who-plays.tsx'), 'WhoPlays')

/** A line that opens the choice of who plays, or the choice itself for an account with golfers. */
export function InstantWho(props: {
  ref: Ref<PlayerChoice>
  isSignedIn: boolean
  onOther: (isOther: boolean) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const line = (
    <button type="button" className="self-start text-link text-[0.9375rem]" onClick={() => setOpen(true)}>
      Booking for someone else?
    </button>
  )
  if (!isOpen && !props.isSignedIn) return line
  return (
    <Suspense fallback={line}>
      <WhoPlays {...props} startsOpen={isOpen} />
    </Suspense>
  )
}
