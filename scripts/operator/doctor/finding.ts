/** What the doctor found. Nothing in it is a secret: it may be sent to whoever helps. */
export interface Finding {
  /** `wrong`: must be mended before people use it; `note`: works, and somebody should know; `fine`: was looked at. */
  level: 'wrong' | 'note' | 'fine'
  /** One plain sentence. */
  what: string
  /** What to do about it. */
  todo?: string
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
