import { countParam, textParam, uuidParam } from '#platform/search-params.ts'

/**
 * What someone has chosen of a lesson so far, as it stands in the address of the page: a reload, the back button and a
 * sign-in return to it.
 */
export interface LessonChoice {
  /** A teaching place's id; the coach's primary one when left out. */
  place?: string | undefined
  /** Minutes. */
  duration?: number | undefined
  /** `yyyy-MM-dd` at the place of the lesson. */
  date?: string | undefined
  /** The start as an ISO instant. */
  time?: string | undefined
  /** A booking that waits for its payment. */
  booking?: string | undefined
}

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/** Reads it. Addresses are typed by people and shortened by programs; what makes no sense is left out. */
export function readLessonChoice(raw: Record<string, unknown>): LessonChoice {
  return {
    place: uuidParam(raw.place),
    duration: countParam(raw.duration, 15, 480),
    date: matching(DATE, raw.date),
    time: matching(INSTANT, raw.time),
    booking: uuidParam(raw.booking),
  }
}

/** Of the right form and a day or moment that exists. */
function matching(form: RegExp, value: unknown): string | undefined {
  const text = textParam(value)
  if (text === undefined || !form.test(text) || Number.isNaN(Date.parse(text))) return undefined
  return text
}
