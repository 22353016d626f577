import { addDays, epochDay } from '#platform/time.ts'
import type { AssistantQuestion, LiveSlot } from './assistant.ts'
import type { LessonRequest } from './lesson-request.ts'

/** The maximum number of slots that fit under a message. */
const MOST_OFFERED = 4
/** How many days from the requested date to search. */
const SEARCH_DAYS = 45

export interface FoundTimes {
  slots: LiveSlot[]
  /**
   * Whether the slots match the request, or are only close to it: another time on that day, or another day.
   */
  fit: 'asked' | 'other_time' | 'other_day'
  /** The requested clock time could be AM or PM, and both are open. */
  isAmbiguous: boolean
}

/** Returns the open slots that fit the request best, in chronological order. */
export async function findTimes(
  { facts, findSlots }: Pick<AssistantQuestion, 'facts' | 'findSlots'>,
  request: LessonRequest,
  lesson: { minutes: number; placeId: string | null },
): Promise<FoundTimes> {
  const from = earlier(request.dates?.[0] ?? facts.today, facts.today)
  const to = request.dates?.at(-1) ?? addDays(facts.today, facts.windowDays)
  const open = await findSlots({ ...lesson, from, to: later(to, from) })
  const onDays = open.filter(({ date }) => !request.dates || request.dates.includes(date))
  const fitting = onDays.filter((slot) => fits(slot, request))
  if (fitting.length > 0) {
    const chosen = spread(fitting, request)
    const halves = new Set(chosen.map(({ time }) => time.slice(-2)))
    return { slots: chosen, fit: 'asked', isAmbiguous: request.times.length > 1 && halves.size > 1 }
  }
  if (onDays.length > 0) return { slots: nearest(onDays, request), fit: 'other_time', isAmbiguous: false }
  const around = await findSlots({
    ...lesson,
    from: facts.today,
    to: addDays(facts.today, Math.min(facts.windowDays, SEARCH_DAYS)),
  })
  return {
    slots: nearest(around, request),
    fit: request.dates ? 'other_day' : 'other_time',
    isAmbiguous: false,
  }
}

function fits(slot: LiveSlot, request: LessonRequest): boolean {
  const minute = minuteOf(slot)
  if (request.times.length > 0) return request.times.includes(minute)
  return (
    minute >= request.earliest &&
    minute + slot.minutes <= Math.max(request.latest, request.earliest + slot.minutes)
  )
}

/** The first slot of each of several days, or slots distributed over one day. */
function spread(slots: LiveSlot[], request: LessonRequest): LiveSlot[] {
  const days = [...new Set(slots.map(({ date }) => date))]
  if (request.times.length > 0) return slots.slice(0, MOST_OFFERED)
  if (days.length === 1) {
    const step = Math.max(1, Math.floor(slots.length / MOST_OFFERED))
    return slots.filter((_, at) => at % step === 0).slice(0, MOST_OFFERED)
  }
  const each = Math.ceil(MOST_OFFERED / days.length)
  return days.flatMap((day) => slots.filter(({ date }) => date === day).slice(0, each)).slice(0, MOST_OFFERED)
}

function nearest(slots: LiveSlot[], request: LessonRequest): LiveSlot[] {
  const day = request.dates?.[0]
  const target = request.times[0] ?? request.earliest
  const distance = (slot: LiveSlot) => {
    const days = day ? Math.abs(epochDay(slot.date) - epochDay(day)) : 0
    const times = request.times.length > 0 ? request.times : [target]
    return days * 1_440 + Math.min(...times.map((time) => Math.abs(minuteOf(slot) - time)))
  }
  return slots
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, MOST_OFFERED)
    .toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start))
}

/** `1:30 PM` as minutes from midnight. */
function minuteOf({ time }: LiveSlot): number {
  const [, hour = '0', minute = '0', half] = /^(\d+):(\d+) (AM|PM)$/.exec(time) ?? []
  return ((Number(hour) % 12) + (half === 'PM' ? 12 : 0)) * 60 + Number(minute)
}

const earlier = (date: string, floor: string) => (date < floor ? floor : date)
const later = (date: string, floor: string) => (date < floor ? floor : date)
