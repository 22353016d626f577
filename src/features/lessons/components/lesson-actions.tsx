import {
  CalendarClock,
  CalendarX2,
  ChevronDown,
  CircleX,
  Flag,
  ListChecks,
  NotebookPen,
  Star,
  Undo2,
} from 'lucide-react'
import type { ActionKind, LessonView } from '#features/bookings/lesson-action-kinds.ts'
import { actionLabel } from '#features/bookings/lesson-links.ts'
import type { ListedLesson } from '#features/bookings/schema.ts'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'

const icons = {
  release: Undo2,
  complete: ListChecks,
  review: Star,
  note: NotebookPen,
  move: CalendarClock,
  report: Flag,
  cancel: CircleX,
  cancel_rest: CalendarX2,
}

/** Actions that need the user's attention get a button; the others are in the menu. */
const urgent: readonly ActionKind[] = ['complete', 'review', 'note']

/**
 * The actions available for a lesson: the next one as a button, the others in a menu. Only what the server
 * allows.
 */
export function LessonActions({
  lesson,
  what,
  onDo,
  isInside = false,
}: {
  lesson: ListedLesson
  what: string
  onDo: (doing: LessonView) => void
  /** Shown inside the lesson's details, which need no link to themselves. */
  isInside?: boolean
}) {
  const open = lesson.actions.filter(({ refusal }) => refusal === null).map(({ kind }) => kind)
  const first = open.find((kind) => urgent.includes(kind))
  const rest = open.filter((kind) => kind !== first)
  return (
    <>
      {first ? <ActionButton kind={first} what={what} onClick={() => onDo(first)} /> : null}
      {isInside || lesson.status === 'pending' ? null : (
        <Button size="sm" onClick={() => onDo('details')}>
          Details<span className="sr-only">: {what}</span>
        </Button>
      )}
      {rest.length > 0 ? (
        <Menu
          trigger={
            <Button size="sm">
              {rest.some((kind) => kind === 'move' || kind === 'cancel') ? 'Change' : 'More'}
              <span className="sr-only">: {what}</span>
              <ChevronDown aria-hidden />
            </Button>
          }
        >
          {rest.map((kind, at) => {
            const Icon = icons[kind]
            return (
              <div key={kind} className="contents">
                {kind === 'cancel' && at > 0 ? <MenuSeparator /> : null}
                <MenuItem tone={kind.startsWith('cancel') ? 'danger' : undefined} onSelect={() => onDo(kind)}>
                  <Icon aria-hidden /> {actionLabel(kind)}
                </MenuItem>
              </div>
            )
          })}
        </Menu>
      ) : null}
    </>
  )
}

function ActionButton({ kind, what, onClick }: { kind: ActionKind; what: string; onClick: () => void }) {
  const Icon = icons[kind]
  return (
    <Button size="sm" variant={kind === 'note' ? 'secondary' : 'brand'} onClick={onClick}>
      <Icon aria-hidden /> {actionLabel(kind)}
      <span className="sr-only">: {what}</span>
    </Button>
  )
}
