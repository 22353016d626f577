import { LocateFixed, Minus, Plus, Search } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import type { useMapView } from './use-map-view.ts'

const squareClass =
  'grid size-10 place-items-center bg-surface-raised text-ink hover:bg-surface-hover [&_svg]:size-5'

/** Zoom in, zoom out, reset, and a new search at the current position. */
export function MapButtons({
  map,
  isAsking,
  onSearchHere,
}: {
  map: ReturnType<typeof useMapView>
  isAsking: boolean
  onSearchHere: (() => void) | undefined
}) {
  return (
    <>
      <div className="absolute top-3 right-3 z-30 flex flex-col divide-y overflow-hidden rounded-control border shadow-float">
        <button type="button" aria-label="Zoom in" onClick={map.zoomIn} className={squareClass}>
          <Plus aria-hidden />
        </button>
        <button type="button" aria-label="Zoom out" onClick={map.zoomOut} className={squareClass}>
          <Minus aria-hidden />
        </button>
        <button
          type="button"
          aria-label="Back to the searched area"
          aria-disabled={!map.isMoved}
          onClick={map.reset}
          className={`${squareClass} aria-disabled:text-muted`}
        >
          <LocateFixed aria-hidden />
        </button>
      </div>
      {onSearchHere ? (
        <Button
          size="sm"
          loading={isAsking}
          onClick={onSearchHere}
          className="absolute top-3 left-1/2 z-30 -translate-x-1/2 animate-rise-in rounded-full shadow-float"
        >
          <Search aria-hidden />
          Search this area
        </Button>
      ) : null}
    </>
  )
}
