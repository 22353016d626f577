import { LocateFixed } from 'lucide-react'
import { Spinner } from '#ui/spinner.tsx'

/** A button inside the ZIP code box that fills in the ZIP code of the user's location. */
export function LocateButton({ isLooking, onLocate }: { isLooking: boolean; onLocate: () => void }) {
  return (
    <button
      type="button"
      aria-label="Use my location"
      title="Use my location"
      aria-busy={isLooking}
      onClick={onLocate}
      className="grid size-9 place-items-center rounded-control text-brand hover:bg-surface-hover [&_svg]:size-5"
    >
      {isLooking ? <Spinner /> : <LocateFixed aria-hidden />}
    </button>
  )
}
