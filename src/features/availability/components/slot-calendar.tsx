import { useRef, useState } from 'react'
import { useEarlyPress } from '#platform/early-press.ts'
import { Calendar } from '#ui/calendar.tsx'
import type { SlotList } from '../schema.ts'
import { isDayClosed } from '../slot-choice.ts'

/** A date picker for the booking window. Dates without open times are disabled. */
export function SlotCalendar({
  list,
  date,
  onDate,
  busy,
}: {
  list: SlotList
  date: string | null
  onDate: (date: string) => void
  busy: boolean
}) {
  const { today, first, last } = list.bookable
  const [earliest = first, , latest = last] = [today, first, last].toSorted()
  const shown = (date ?? list.firstBookableDate ?? today).slice(0, 7)
  const [turned, setTurned] = useState<{ from: string; to: string } | null>(null)
  // A turned page is kept until a day in another month is chosen elsewhere.
  const month = turned?.from === shown ? turned.to : shown
  const box = useRef<HTMLDivElement>(null)
  useEarlyPress(box, (button) => button.click())
  return (
    <div ref={box} data-early>
      <Calendar
        label="Choose a date"
        selected={date}
        onSelect={onDate}
        today={today}
        isDisabled={(day) => isDayClosed(list, day)}
        isMarked={(day) => !isDayClosed(list, day)}
        markedLabel="open"
        month={month}
        onMonthChange={(to) => setTurned({ from: shown, to })}
        minMonth={earliest.slice(0, 7)}
        maxMonth={latest.slice(0, 7)}
        busy={busy}
      />
    </div>
  )
}
