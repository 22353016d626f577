import { type ReactNode, useRef, useState } from 'react'
import { useEarlyChoice } from '#platform/early-press.ts'
import { zoneName } from '#platform/time.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { cn } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { clocksChange, type OpenSlot, otherZone, viewersTime } from '../slot-choice.ts'

export type SlotGridProps = {
  slots: readonly OpenSlot[]
  /** ISO instant of the chosen time. */
  chosen: string | null
  onChoose: (slot: OpenSlot) => void
  /** The zone of the lesson's place. */
  zone: string
  /** Announced before the times: the day they belong to. */
  legend: string
  busy: boolean
}

/** The open times of a day. Arrow keys move between them; the list scrolls when there are many. */
export function SlotGrid({ slots, chosen, onChoose, zone, legend, busy }: SlotGridProps) {
  const viewerZone = useViewerZone()
  const [first] = slots
  const box = useRef<HTMLFieldSetElement>(null)
  // Marks the pressed time immediately; `chosen` follows a moment later, because the page writes the choice
  // to its URL.
  const [pressed, setPressed] = useState<{ start: string; over: string | null } | null>(null)
  if (pressed && pressed.over !== chosen) setPressed(null)
  const marked = pressed?.over === chosen ? pressed.start : chosen
  const choose = (slot: OpenSlot) => {
    setPressed({ start: slot.start, over: chosen })
    onChoose(slot)
  }
  useEarlyChoice(box, chosen, (start) => {
    const slot = slots.find((one) => one.start === start)
    if (slot) choose(slot)
  })
  const viewers = first ? otherZone(first.start, zone, viewerZone) : null
  const namesZones = clocksChange(slots, zone)
  const ownTimes = slots.some((slot) => viewersTime(slot.start, zone, viewerZone) !== null)
  return (
    <fieldset ref={box} aria-busy={busy} className={cn('min-w-0 transition-opacity', busy && 'opacity-60')}>
      <legend className="mb-2 flex w-full flex-wrap items-baseline justify-between gap-x-4 text-sm font-semibold">
        {legend}
        <span className="font-normal text-muted">
          {first ? `Times in ${first.zoneName}` : null}
          {first && viewers ? `, yours in ${zoneName(first.start, viewers)} below` : null}
        </span>
      </legend>
      <div className="@container -mx-1 max-h-[280px] overflow-y-auto overscroll-contain px-1 py-1">
        <div className={cn('grid grid-cols-2 gap-2', !ownTimes && '@[19rem]:grid-cols-3')}>
          {slots.map((slot) => (
            <SlotChip
              key={slot.start}
              slot={slot}
              checked={slot.start === marked}
              zones={namesZones ? [slot.zoneName, zoneName(slot.end, zone)] : null}
              ownTime={viewersTime(slot.start, zone, viewerZone)}
              onChoose={() => choose(slot)}
            />
          ))}
        </div>
      </div>
    </fieldset>
  )
}

/** The open times of a day with multiple selection; shows start times only. */
export function SeveralSlotsGrid({
  slots,
  chosen,
  max,
  onToggle,
  legend,
}: {
  slots: readonly OpenSlot[]
  /** ISO instants. */
  chosen: readonly string[]
  /** When this many times are chosen, the others are disabled. */
  max: number
  onToggle: (slot: OpenSlot) => void
  legend: string
}) {
  const isFull = chosen.length >= max
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">
        {legend}
        <span className="font-normal text-muted"> · {slots[0]?.zoneName}</span>
      </legend>
      <div className="-mx-1 grid max-h-72 grid-cols-2 gap-2 overflow-y-auto overscroll-contain px-1 py-1">
        {slots.map((slot) => {
          const checked = chosen.includes(slot.start)
          return (
            <Chip
              key={slot.start}
              className="min-h-11 text-[0.9375rem] font-semibold has-disabled:opacity-50"
            >
              <input
                type="checkbox"
                checked={checked}
                disabled={isFull && !checked}
                onChange={() => onToggle(slot)}
                className="slot-input"
              />
              {slot.startTime}
            </Chip>
          )
        })}
      </div>
    </fieldset>
  )
}

function SlotChip({
  slot,
  checked,
  zones,
  ownTime,
  onChoose,
}: {
  slot: OpenSlot
  checked: boolean
  /** The zones of start and end, on days when clocks change. */
  zones: readonly [start: string, end: string] | null
  /** The same instant in the viewer's zone, when that differs. */
  ownTime: string | null
  onChoose: () => void
}) {
  return (
    <Chip className="group min-h-13 py-1.5 text-center leading-tight">
      <input
        type="radio"
        name="time-slot"
        value={slot.start}
        checked={checked}
        onChange={onChoose}
        className="slot-input"
      />
      <span className="text-[0.9375rem] font-semibold">
        {slot.startTime} {zones?.[0]}
      </span>
      <span className="slot-end">
        to {slot.endTime} {zones?.[1]}
      </span>
      {ownTime ? (
        <span className="mt-0.5 text-[0.8125rem] text-brand group-has-checked:text-on-brand">
          {ownTime} your time
        </span>
      ) : null}
    </Chip>
  )
}

function Chip({ className, children }: { className: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its children are the control and its text.
    <label className={cn('slot-chip', className)}>{children}</label>
  )
}

/** Reserves the space of the times while they are loading for the first time. */
export function SlotGridSkeleton() {
  return (
    <div aria-hidden className="grid grid-cols-3 gap-2 pt-8">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-13" />
      ))}
    </div>
  )
}
