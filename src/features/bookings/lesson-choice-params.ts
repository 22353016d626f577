import { choiceParam, countParam, textParam, uuidParam } from '#platform/search-params.ts'

/**
 * The partial choice of a lesson as encoded in the page's URL, so that reloading, going back and signing in
 * preserve it.
 */
export interface LessonChoice {
  /** A teaching place's id; the coach's primary one when omitted. */
  place?: string | undefined
  /** A private lesson when omitted. */
  kind?: OtherType | undefined
  /** Minutes. */
  duration?: number | undefined
  /** `yyyy-MM-dd` at the place of the lesson. */
  date?: string | undefined
  /** The start as an ISO instant. */
  time?: string | undefined
  /** A package of the profile. */
  package?: string | undefined
  /** A booking that is waiting for its payment. */
  booking?: string | undefined
}

/** The kinds of lessons that are named in an address, unlike a private lesson. */
const otherTypes = ['group', 'playing'] as const
export type OtherType = (typeof otherTypes)[number]

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/

/**
 * Parses the choice. URLs are edited by people and truncated by programs, so invalid parameters are ignored.
 */
export function readLessonChoice(raw: Record<string, unknown>): LessonChoice {
  return {
    place: uuidParam(raw.place),
    kind: choiceParam(otherTypes, raw.kind),
    duration: countParam(raw.duration, 15, 480),
    date: matching(DATE, raw.date),
    time: matching(INSTANT, raw.time),
    package: uuidParam(raw.package),
    booking: uuidParam(raw.booking),
  }
}

/** The text if it has the right form and is an existing date or instant. */
function matching(form: RegExp, value: unknown): string | undefined {
  const text = textParam(value)
  if (text === undefined || !form.test(text) || Number.isNaN(Date.parse(text))) return undefined
  return text
}
