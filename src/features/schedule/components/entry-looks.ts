import {
  CalendarOff,
  CalendarPlus,
  CalendarX2,
  Check,
  CloudRain,
  Hourglass,
  type LucideIcon,
  MailQuestion,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { ScheduleEntry } from '../schema.ts'

interface Look {
  name: string
  icon: LucideIcon
  className: string
}

/** Each kind of entry is also distinguishable without color: bar, dashes, hatching, dots, check. */
export const looks = {
  lesson: {
    name: 'Lesson',
    icon: UserRound,
    className: 'border border-brand/25 border-l-4 border-l-brand bg-brand-soft text-brand-text',
  },
  called_off: {
    name: 'Called off',
    icon: CloudRain,
    className:
      'border border-dashed border-line-strong border-l-4 border-l-yellow bg-yellow-soft text-yellow',
  },
  invited: {
    name: 'Invited',
    icon: MailQuestion,
    className: 'border-2 border-dashed border-brand/50 bg-brand-soft text-brand-text',
  },
  clinic: {
    name: 'Clinic',
    icon: UsersRound,
    className: 'border border-brand/25 border-l-8 border-double border-l-brand bg-brand-soft text-brand-text',
  },
  taught: {
    name: 'Taught',
    icon: Check,
    className: 'border border-l-4 border-line border-l-blue bg-blue-soft text-blue',
  },
  hold: {
    name: 'Waiting for payment',
    icon: Hourglass,
    className: 'border-2 border-dashed border-yellow/60 bg-yellow-soft text-yellow',
  },
  block: {
    name: 'Blocked',
    icon: CalendarOff,
    className:
      'border border-red/25 text-red bg-[repeating-linear-gradient(135deg,var(--red-soft)_0_7px,var(--surface-raised)_7px_12px)]',
  },
  opening: {
    name: 'Extra hours',
    icon: CalendarPlus,
    className: 'border-2 border-dotted border-green/60 bg-green-soft/70 text-green',
  },
  busy: {
    name: 'Busy in another calendar',
    icon: CalendarX2,
    className:
      'border border-line-strong/40 text-muted bg-[repeating-linear-gradient(90deg,var(--surface-sunken)_0_3px,var(--surface-raised)_3px_6px)]',
  },
} as const satisfies Record<string, Look>

export type LookName = keyof typeof looks

export const lookOf = (entry: ScheduleEntry): LookName =>
  entry.kind === 'lesson' && entry.status === 'completed'
    ? 'taught'
    : entry.kind === 'lesson' && entry.isCalledOff
      ? 'called_off'
      : entry.kind === 'lesson' && entry.isInvitation
        ? 'invited'
        : entry.kind
