import { type PointerEvent, useRef, useState } from 'react'
import { DAY_MINUTES, HOUR_MINUTES } from '#platform/duration.ts'
import { minuteAt } from '../day-parts.ts'
import type { GridTime } from './time-cursor.tsx'

/** A time is chosen by dragging over an empty part of a column; a click or a tap takes an hour. */
export function useTimeDrag(hours: { first: number; last: number }, onPick: (time: GridTime) => void) {
  const [selected, setSelected] = useState<GridTime | null>(null)
  const begun = useRef<{ date: string; minute: number; column: HTMLElement } | null>(null)

  const minuteOf = (event: PointerEvent, column: HTMLElement) => {
    const box = column.getBoundingClientRect()
    return minuteAt((event.clientY - box.top) / box.height, hours)
  }
  const forget = () => {
    begun.current = null
    setSelected(null)
  }
  return {
    selected,
    onPointerDown: (event: PointerEvent) => {
      const target = event.target
      const column = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-column]') : null
      if (event.button !== 0 || !column || !(target instanceof HTMLElement) || target.closest('a,button'))
        return
      begun.current = { date: column.dataset.column ?? '', minute: minuteOf(event, column), column }
    },
    onPointerMove: (event: PointerEvent) => {
      const from = begun.current
      // A finger scrolls.
      if (!from || event.pointerType === 'touch') return
      const minute = minuteOf(event, from.column)
      if (minute === from.minute && !selected) return
      setSelected({
        date: from.date,
        from: Math.min(from.minute, minute),
        to: Math.max(from.minute, minute, Math.min(from.minute, minute) + 15),
      })
    },
    onPointerUp: () => {
      const from = begun.current
      if (!from) return
      const start = Math.floor(from.minute / 30) * 30
      const time = selected ?? {
        date: from.date,
        from: start,
        to: Math.min(DAY_MINUTES, start + HOUR_MINUTES),
      }
      forget()
      onPick(time)
    },
    onPointerLeave: forget,
    onPointerCancel: forget,
  }
}
