import type { LucideIcon } from 'lucide-react'
import { instantAt } from '#features/availability/own-times/own-time.ts'
import { clockOf } from '#features/availability/week.ts'
import { Dialog } from '#ui/dialog.tsx'
import { dayWords, minutesWords, whenWords } from './entry-words.ts'
import type { GridTime } from './time-cursor.tsx'

/** A time was pointed at: what is it for? */
export function PickDialog({
  time,
  zone,
  choices,
  onClose,
}: {
  time: GridTime
  zone: string
  choices: readonly { label: string; hint: string; icon: LucideIcon; onSelect: () => void }[]
  onClose: () => void
}) {
  const start = instantAt(zone, time.date, clockOf(time.from))
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="sm"
      title="What do you want to add?"
      description={
        start === null
          ? `${dayWords(time.date)}, ${minutesWords(time.from, time.to)}`
          : whenWords(new Date(start).toISOString(), time.to - time.from, zone)
      }
    >
      <ul className="flex flex-col gap-2">
        {choices.map(({ label, hint, icon: Icon, onSelect }) => (
          <li key={label}>
            <button
              type="button"
              onClick={onSelect}
              className="flex w-full items-center gap-3.5 rounded-control border border-line-strong px-4 py-3 text-left transition-colors hover:bg-surface-hover"
            >
              <Icon aria-hidden className="size-5 shrink-0 text-brand-text" />
              <span>
                <span className="block font-semibold">{label}</span>
                <span className="block text-sm text-muted">{hint}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
