/** A finding of the doctor. It never contains secrets, so reports can be shared for support. */
export interface Finding {
  /** `wrong`: must be fixed before the installation is used; `note`: works, but the operator should know; `fine`: was checked. */
  level: 'wrong' | 'note' | 'fine'
  /** One plain sentence. */
  what: string
  /** How to fix it. */
  todo?: string
}

/**
 * Runs a check with a time limit. It always returns findings, even if the check fails or hangs.
 * @param subject how a sentence about it begins, such as 'The mail server'
 * @param ms the limit, in milliseconds
 */
export async function within(
  subject: string,
  ms: number,
  look: () => Finding[] | Promise<Finding[]>,
): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined
  // The timer also keeps the process alive: with no pending work, Node would exit without a report.
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

/** Describes an error in a few words. */
export function why(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 200)
  // fetch itself says only `fetch failed`, and an AggregateError has an empty message.
  const inner = error.cause instanceof Error ? error.cause : error
  const code = Reflect.get(inner, 'code')
  return (inner.message || (typeof code === 'string' ? code : inner.name)).slice(0, 200)
}

/** The environment as given, not yet validated. */
export type Given = Record<string, string | undefined>

export const wrong = (what: string, todo: string): Finding => ({ level: 'wrong', what, todo })
export const note = (what: string, todo: string): Finding => ({ level: 'note', what, todo })
export const fine = (what: string): Finding => ({ level: 'fine', what })

export const isDemo = ({ DEMO, EMBEDDED_DATABASE }: Given) =>
  [DEMO ?? EMBEDDED_DATABASE].some((value) => value === '1' || value === 'true')

/** Parses a web address; null if it is invalid. */
export const addressOf = (text: string | undefined): URL | null =>
  text && URL.canParse(text) ? new URL(text) : null

/** Whether a host is this machine. */
export const isHere = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host)
