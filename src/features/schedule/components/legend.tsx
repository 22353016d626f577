import { cn } from '#ui/class-names.ts'
import type { WeekSchedule } from '../schema.ts'
import { type LookName, lookOf, looks } from './entry-looks.ts'

const order = Object.keys(looks) as LookName[]

/** What the forms and colours mean, of those in view; lessons and weekly hours always. */
export function Legend({ entries }: Pick<WeekSchedule, 'entries'>) {
  const seen = new Set<LookName>(['lesson', ...entries.map(lookOf)])
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-5 gap-y-2 text-[0.8125rem] text-muted">
      <li className="flex items-center gap-1.5">
        <span aria-hidden className="inline-block h-4.5 w-6 rounded-sm border bg-surface-raised" />
        Weekly hours
      </li>
      {order
        .filter((name) => seen.has(name))
        .map((name) => {
          const { icon: Icon, className, name: words } = looks[name]
          return (
            <li key={name} className="flex items-center gap-1.5">
              <span aria-hidden className={cn('grid h-4.5 w-6 place-items-center rounded-sm', className)}>
                <Icon className="size-3" />
              </span>
              {words}
            </li>
          )
        })}
    </ul>
  )
}
