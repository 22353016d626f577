/** What the doctor found. Nothing in it is a secret: it may be sent to whoever helps. */
export interface Finding {
  /** `wrong`: must be mended before people use it; `note`: works, and somebody should know; `fine`: was looked at. */
  level: 'wrong' | 'note' | 'fine'
  /** One plain sentence. */
  what: string
  /** What to do about it. */
  todo?: string
}

/**
 * Looks at something for a limited time: whatever it does, there is an answer.
 * @param subject how a sentence about it begins, such as 'The mail server'
 * @param ms at most, in milliseconds
 */
export async function within(
  subject: string,
  ms: number,
  look: () => Finding[] | Promise<Finding[]>,
): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined
  // It keeps the process, too: one with nothing left to do would end without a report.
  const tooLong = new Promise<Finding[]>((done) => {
    timer = setTimeout(
      () =>
        done([
          wrong(
            `${subject} did not answer within ${ms / 1_000} seconds.`,
            'See whether it runs, and whether this machine reaches it.',
          ),
        ]),
      ms,
    )
  })
  try {
    return await Promise.race([look(), tooLong])
  } catch (error) {
    return [wrong(`${subject} could not be looked at: ${why(error)}`, 'Send this to whoever helps you.')]
  } finally {
    clearTimeout(timer)
  }
}

/** The reason of a failure in a few words. */
export function why(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 200)
  // What fetch says itself is `fetch failed`; an AggregateError has no words at all.
  const inner = error.cause instanceof Error ? error.cause : error
  const code = Reflect.get(inner, 'code')
  return (inner.message || (typeof code === 'string' ? code : inner.name)).slice(0, 200)
}

/** The settings as they are given, right or not. */
export type Given = Record<string, string | undefined>

export const wrong = (what: string, todo: string): Finding => ({ level: 'wrong', what, todo })
export const note = (what: string, todo: string): Finding => ({ level: 'note', what, todo })
export const fine = (what: string): Finding => ({ level: 'fine', what })

export const isDemo = ({ DEMO, EMBEDDED_DATABASE }: Given) =>
  [DEMO ?? EMBEDDED_DATABASE].some((value) => value === '1' || value === 'true')

/** A web address as it is given; null when it is none. */
export const addressOf = (text: string | undefined): URL | null =>
  text && URL.canParse(text) ? new URL(text) : null

/** Whether a host is this machine. */
export const isHere = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)
