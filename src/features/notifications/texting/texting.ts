/** Inbound texts, consent and verification codes. Pure. */

export type InboundMeaning = 'stop' | 'start' | 'help' | 'other'

/**
 * The keywords that carriers require senders to honor (CTIA's principles; Twilio's default opt-out words).
 */
const words: Record<Exclude<InboundMeaning, 'other'>, readonly string[]> = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  start: ['START', 'YES', 'UNSTOP'],
  help: ['HELP', 'INFO'],
}

/** The meaning of a text that consists of a single keyword, ignoring case and punctuation. */
export function meaningOf(text: string): InboundMeaning {
  const word = text.toUpperCase().replace(/[^A-Z]/g, '')
  for (const meaning of ['stop', 'start', 'help'] as const) if (words[meaning].includes(word)) return meaning
  return 'other'
}

/** The consent text, which is stored with the consent. */
export const consentWording =
  'Text me about my lessons at this number: bookings, changes and reminders, a few a month. Message and data rates may apply. Reply STOP to end, HELP for help. Agreeing is not a condition of any purchase.'

/** How long a verification code is valid, in milliseconds. */
export const CODE_GOOD_FOR_MS = 10 * 60_000

/** Wrong attempts after which a new code is required. */
export const MOST_CODE_TRIES = 5

/** What a code comes with. */
export const codeText = (code: string, siteName: string) =>
  `${code} is your ${siteName} code. Enter it to get texts about your lessons. If you did not request it, ignore this text.`
