import type { ComponentProps, MouseEvent } from 'react'
import { cn } from '#ui/class-names.ts'
import type { ScheduleEntry } from '../schema.ts'
import { lookOf, looks } from './entry-looks.ts'
import { entryLabel } from './entry-words.ts'

type Acts = Extract<ScheduleEntry, { kind: 'block' | 'opening' }>

/** What opens when an entry is chosen. */
export interface OpenEntry {
  onLesson: (bookingId: string) => void
  onAct: (act: Acts) => void
  /** A time the coach keeps for a student until it is paid. */
  onKept: (hold: Extract<ScheduleEntry, { kind: 'hold' }>) => void
}

/** An entry as a link where there is more about it: a lesson has an address, a block its dialog, a busy time neither. */
export function EntryLink({
  entry,
  zone,
  open,
  className,
  ...props
}: Omit<ComponentProps<'a'>, 'ref'> & {
  entry: ScheduleEntry
  zone: string
  open: OpenEntry
  ref?: (element: HTMLElement | null) => void
}) {
  const look = cn('rounded-lg [print-color-adjust:exact]', looks[lookOf(entry)].className, className)
  const label = entryLabel(entry, zone)
  if (entry.kind === 'busy')
    return (
      <div ref={props.ref} style={props.style} className={look} role="note" aria-label={label}>
        {props.children}
      </div>
    )
  if (entry.kind === 'clinic')
    return (
      <a {...props} href={`/your-clinics?clinic=${entry.clinicId}`} aria-label={label} className={look} />
    )
  if (entry.kind === 'block' || entry.kind === 'opening')
    return (
      <button
        ref={props.ref}
        style={props.style}
        type="button"
        data-entry={entry.act}
        aria-label={label}
        className={cn(look, 'text-left')}
        onClick={() => open.onAct(entry)}
      >
        {props.children}
      </button>
    )
  const show = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (entry.kind === 'hold' && entry.enteredByCoach) open.onKept(entry)
    else open.onLesson(entry.bookingId)
  }
  return (
    <a
      {...props}
      href={`/schedule?lesson=${entry.bookingId}`}
      data-entry={entry.bookingId}
      aria-label={label}
      className={look}
      onClick={show}
    />
  )
}
