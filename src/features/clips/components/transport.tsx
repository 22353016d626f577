import {
  FlipHorizontal2,
  type LucideIcon,
  Pause,
  Play,
  Repeat,
  StepBack,
  StepForward,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { formatClipTime } from '../frames.ts'
import { ScrubWheel } from './scrub-wheel.tsx'
import { type Playback, rates } from './use-playback.ts'

const rateLabels: Record<(typeof rates)[number], string> = { 1: '1×', 0.5: '½×', 0.25: '¼×', 0.125: '⅛×' }
const rateNames: Record<(typeof rates)[number], string> = {
  1: 'Full speed',
  0.5: 'Half speed',
  0.25: 'Quarter speed',
  0.125: 'Eighth speed',
}

export interface Look {
  zoom: number
  isMirrored: boolean
}

/** The controls for playing, stepping, scrubbing, zoom and mirroring. */
export function Transport(props: {
  playback: Playback
  frames: number
  durationUs: number
  marks: readonly { atUs: number; label: string }[]
  look: Look
  onLook: (look: Look) => void
}) {
  const { playback, frames, durationUs, marks, look, onLook } = props
  const { frame, us, isPlaying } = playback
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <div className="relative w-full sm:w-auto sm:flex-1">
        <input
          type="range"
          aria-label="Frame"
          aria-valuetext={`Frame ${frame + 1} of ${frames}, ${formatClipTime(us)}`}
          min={0}
          max={frames - 1}
          value={frame}
          onChange={({ target }) => playback.showFrame(Number(target.value))}
          className="h-8 w-full cursor-pointer accent-brand"
        />
        <div aria-hidden className="pointer-events-none absolute inset-x-2 -bottom-1 h-2">
          {marks.map(({ atUs, label }) => (
            <span
              key={label}
              className="absolute h-2 w-0.5 -translate-x-1/2 rounded-full bg-accent"
              style={{ left: `${(atUs / durationUs) * 100}%` }}
            />
          ))}
        </div>
      </div>
      <p className="tabular text-sm text-muted max-sm:order-last">
        <span className="font-semibold text-ink">{formatClipTime(us)}</span> · frame{' '}
        <span data-testid="frame-number">{frame + 1}</span> of {frames}
      </p>
      <div className="contents sm:flex sm:basis-full sm:items-center sm:justify-between sm:gap-x-3">
        <div className="flex items-center gap-1">
          <Button size="icon" aria-label="One frame back" onClick={() => playback.step(-1)}>
            <StepBack aria-hidden />
          </Button>
          <Button
            size="icon"
            variant="brand"
            aria-label={isPlaying ? 'Pause' : 'Play'}
            onClick={playback.toggle}
          >
            {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
          </Button>
          <Button size="icon" aria-label="One frame forward" onClick={() => playback.step(1)}>
            <StepForward aria-hidden />
          </Button>
        </div>
        <RateChoice playback={playback} />
        <div className="flex gap-1">
          <Toggle
            icon={Repeat}
            label="Loop"
            isOn={playback.isLooping}
            onClick={() => playback.setLooping(!playback.isLooping)}
          />
          <Toggle
            icon={FlipHorizontal2}
            label="Mirror"
            isOn={look.isMirrored}
            onClick={() => onLook({ ...look, isMirrored: !look.isMirrored })}
          />
          <Toggle
            icon={ZoomIn}
            label="Zoom in"
            onClick={() => onLook({ ...look, zoom: zoomed(look.zoom, 1) })}
          />
          <Toggle
            icon={ZoomOut}
            label="Zoom out"
            onClick={() => onLook({ ...look, zoom: zoomed(look.zoom, -1) })}
          />
        </div>
      </div>
      <div className="order-last basis-full">
        <ScrubWheel playback={playback} />
      </div>
    </div>
  )
}

const ZOOMS = [1, 1.5, 2, 3, 4]
/** The next zoom level in a direction. */
export function zoomed(zoom: number, by: 1 | -1): number {
  const at = ZOOMS.indexOf(zoom)
  return ZOOMS[Math.min(Math.max(0, at + by), ZOOMS.length - 1)] ?? 1
}

export function RateChoice({ playback }: { playback: Pick<Playback, 'rate' | 'setRate'> }) {
  return (
    <fieldset aria-label="Speed" className="flex overflow-hidden rounded-control border border-line-strong">
      {rates.map((rate) => (
        <button
          key={rate}
          type="button"
          aria-pressed={playback.rate === rate}
          aria-label={rateNames[rate]}
          onClick={() => playback.setRate(rate)}
          className={cn(
            'h-10 min-w-11 px-2 text-sm font-semibold transition-colors focus-visible:-outline-offset-3',
            playback.rate === rate ? 'bg-brand text-on-brand' : 'bg-surface-raised hover:bg-surface-hover',
          )}
        >
          {rateLabels[rate]}
        </button>
      ))}
    </fieldset>
  )
}

function Toggle(props: { icon: LucideIcon; label: string; isOn?: boolean; onClick: () => void }) {
  const { icon: Icon, label, isOn, onClick } = props
  return (
    <Button
      size="icon-sm"
      variant={isOn ? 'brand' : 'ghost'}
      aria-label={label}
      title={label}
      {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
      onClick={onClick}
    >
      <Icon aria-hidden />
    </Button>
  )
}
