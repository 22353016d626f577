import { useEffect, useState } from 'react'
import { isFocusFree } from '#ui/focus.ts'
import type { ScheduleEntry } from '../schema.ts'

/**
 * Keeps the focus on a lesson that moves to another day: its link there is a new element.
 * @param entries the entries in view
 * @returns a function to call with the lesson's new start
 */
export function useMovedFocus(
  entries: readonly ScheduleEntry[] | undefined,
): (lesson: { bookingId: string; start: string }) => void {
  const [moved, setMoved] = useState<{ bookingId: string; start: string } | null>(null)
  useEffect(() => {
    if (!moved) return
    const isThere = entries?.some(
      (entry) =>
        'bookingId' in entry &&
        entry.bookingId === moved.bookingId &&
        Date.parse(entry.start) === Date.parse(moved.start),
    )
    if (!isThere) return
    setMoved(null)
    if (isFocusFree()) document.querySelector<HTMLElement>(`[data-entry="${moved.bookingId}"]`)?.focus()
  }, [entries, moved])
  return setMoved
}
