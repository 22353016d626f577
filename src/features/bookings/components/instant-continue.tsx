import type { DatedSlot } from '#features/availability/slot-choice/slot-choice.ts'
import type { CoachProfile } from '#features/coaches/schema.ts'
import { Button } from '#ui/button.tsx'
import { InstantPrice } from './instant-price.tsx'

/** What the chosen lesson costs, and the way on; paying comes after it. */
export function InstantContinue({
  coach,
  slot,
  durationMinutes,
  priceCents,
  placeName,
  onContinue,
}: {
  coach: CoachProfile
  /** Null while no open time is chosen. */
  slot: DatedSlot | null
  durationMinutes: number
  priceCents: number
  placeName: string | undefined
  onContinue: (slot: DatedSlot | null) => void
}) {
  return (
    <div className="flex flex-col gap-4">
      <InstantPrice
        coachLabel={coach.label}
        durationMinutes={durationMinutes}
        listPriceCents={priceCents}
        priceCents={priceCents}
        slot={slot ?? undefined}
        zone={coach.zone}
        placeName={placeName}
      />
      <Button variant="primary" size="lg" onClick={() => onContinue(slot)} className="w-full">
        Continue to Booking
      </Button>
      <p className="-mt-1 text-center text-sm text-muted">Nothing is held or charged yet.</p>
    </div>
  )
}
