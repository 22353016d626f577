/** Texts people send to our number, and what they agree to. Pure. */

export type InboundMeaning = 'stop' | 'start' | 'help' | 'other'

/** The words carriers make everybody honour (CTIA's principles; Twilio's default opt-out words). */
const words: Record<Exclude<InboundMeaning, 'other'>, readonly string[]> = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  start: ['START', 'YES', 'UNSTOP'],
  help: ['HELP', 'INFO'],
}

/** What a text means when it is nothing but one of these words, in any case and with any point behind it. */
export function meaningOf(text: string): InboundMeaning {
  const word = text.toUpperCase().replace(/[^A-Z]/g, '')
  for (const meaning of ['stop', 'start', 'help'] as const) if (words[meaning].includes(word)) return meaning
  return 'other'
}

/** What is read before saying yes, and kept with the yes. */
export const consentWording =
  'Text me about my lessons at this number: bookings, changes and reminders, a few a month. Message and data rates may apply. Reply STOP to end, HELP for help. Agreeing is not a condition of any purchase.'

/** How long a code that was texted to a number is good, in milliseconds. */
export const CODE_GOOD_FOR_MS = 10 * 60_000

/** Wrong tries after which another code has to be asked for. */
export const MOST_CODE_TRIES = 5

/** What a code comes with. */
export const codeText = (code: string) =>
  `${code} is your Greenside code. Enter it to get texts about your lessons. If you did not ask for it, ignore this text.`
