import { List, Map as MapIcon, PanelRightClose, PanelRightOpen } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Near } from '#ui/near.tsx'
import type { SearchResult } from '../schema.ts'
import type { MovedView } from './map/use-map-view.ts'

const CoachMap = lazyPart(() => import('./map/coach-map.tsx'), 'CoachMap')

/** Whether list and map are shown: next to each other on wide screens, one at a time on narrow ones. */
export interface ResultsView {
  /** On narrow screens: the map replaces the list. */
  isMapInstead: boolean
  /** On wide screens: the map is hidden. */
  isMapHidden: boolean
}

/** The list and its map. The code and data of the map are loaded when it is first visible. */
export function ResultsLayout({
  view,
  result,
  onSearchHere,
  children,
}: {
  view: ResultsView
  result: SearchResult | undefined
  onSearchHere: (zip: string) => void
  children: ReactNode
}) {
  return (
    <div className={cn('grid gap-6', !view.isMapHidden && '@5xl:grid-cols-[minmax(0,1fr)_26rem]')}>
      <div className={cn('@container min-w-0', view.isMapInstead && '@max-5xl:hidden')}>{children}</div>
      <div
        className={cn(
          view.isMapInstead ? '@max-5xl:block' : '@max-5xl:hidden',
          view.isMapHidden && '@5xl:hidden',
        )}
      >
        <MapFrame result={result} onSearchHere={onSearchHere} />
      </div>
    </div>
  )
}

/** Reserves the map's space at its final size; the map is rendered once it is visible. */
function MapFrame({
  result,
  onSearchHere,
}: {
  result: SearchResult | undefined
  onSearchHere: (zip: string) => void
}) {
  const kept = useRef<MovedView | null>(null)
  return (
    <Near className="relative mt-6 h-[max(24rem,72svh)] rounded-card bg-surface-sunken @5xl:sticky @5xl:top-20 @5xl:h-[calc(100svh-7rem)] @5xl:max-h-[54rem]">
      {result ? <CoachMap result={result} kept={kept} onSearchHere={onSearchHere} /> : null}
    </Near>
  )
}

/** Switches between list and map on narrow screens, and shows or hides the map on wide ones. */
export function ViewSwitch({ view, onChange }: { view: ResultsView; onChange: (view: ResultsView) => void }) {
  const Panel = view.isMapHidden ? PanelRightOpen : PanelRightClose
  const segment =
    'inline-flex h-9 items-center gap-1.5 px-3.5 text-sm font-semibold aria-pressed:bg-brand aria-pressed:text-on-brand [&_svg]:size-4'
  return (
    <>
      <fieldset className="flex overflow-hidden rounded-control border border-line-strong bg-surface-raised @5xl:hidden">
        <legend className="sr-only">Show as</legend>
        {([false, true] as const).map((isMap) => (
          <button
            key={String(isMap)}
            type="button"
            aria-pressed={view.isMapInstead === isMap}
            onClick={() => onChange({ ...view, isMapInstead: isMap })}
            className={segment}
          >
            {isMap ? <MapIcon aria-hidden /> : <List aria-hidden />}
            {isMap ? 'Map' : 'List'}
          </button>
        ))}
      </fieldset>
      <Button
        variant="ghost"
        size="sm"
        className="hidden @5xl:inline-flex"
        onClick={() => onChange({ ...view, isMapHidden: !view.isMapHidden })}
      >
        <Panel aria-hidden />
        {view.isMapHidden ? 'Show the map' : 'Hide the map'}
      </Button>
    </>
  )
}
