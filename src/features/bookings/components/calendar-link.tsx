import { CalendarPlus, ChevronDown } from 'lucide-react'
import { pageOrigin } from '#platform/page-origin.ts'
import { buttonClass } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { calendarOptions } from '../add-to-calendar.ts'
import type { Lesson } from '../schema.ts'

/**
 * A menu that adds the lesson to the user's calendar. Before hydration it is a link to the iCalendar file.
 */
export function CalendarLink({
  lesson,
  as,
  what,
}: {
  lesson: Lesson
  as: 'student' | 'coach'
  what: string
}) {
  const options = calendarOptions(lesson, { as, appUrl: pageOrigin() })
  const file = `/api/bookings/${lesson.id}/calendar.ics`
  return (
    <Menu
      align="start"
      trigger={
        <a
          href={file}
          download
          data-no-print
          onClick={(event) => event.preventDefault()}
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          <CalendarPlus aria-hidden /> Add to calendar<span className="sr-only">: {what}</span>
          <ChevronDown aria-hidden />
        </a>
      }
    >
      {options.map(({ name, href }) => (
        <MenuItem key={name} asChild>
          <a href={href} target="_blank" rel="noreferrer">
            {name}
          </a>
        </MenuItem>
      ))}
      <MenuItem asChild>
        <a href={file} download>
          {options.length > 0 ? 'Apple and other calendars (.ics)' : 'All dates as a calendar file (.ics)'}
        </a>
      </MenuItem>
    </Menu>
  )
}
