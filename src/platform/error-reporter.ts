const MOST_A_PAGE = 5
const MOST_FRAMES = 12
const MOST_WORDS = 1_000
/** Shorter values would match parts of ordinary words. */
const LEAST_TYPED = 3

/** Network failures and aborted requests are not bugs. */
const isOfTheLine = ({ name, message }: Error) =>
  name === 'AbortError' || /^(Failed to fetch(?! dyn)|NetworkError|Load failed)/.test(message)

/** The page in which the error occurred. */
export interface FailedPage {
  /** The product's own origin. */
  origin: string
  /** The page's path, without query and fragment. */
  path(): string
  /** The current values of its form fields, which must never be reported. */
  typed(): readonly string[]
  send(body: string): void
}

/**
 * Reports errors in our own scripts, each once per page. Errors of browser extensions are ignored, and so are
 * refused API calls, which the server already knows.
 */
export function errorReporter(page: FailedPage): (error: unknown) => void {
  let here = ''
  const told = new Set<string>()
  return (error) => {
    if (!(error instanceof Error) || 'status' in error || isOfTheLine(error)) return
    const frames = framesOf(error.stack ?? '', page.origin)
    if (frames.length === 0 && !error.message.includes(`${page.origin}/assets/`)) return
    if (here !== page.path()) {
      here = page.path()
      told.clear()
    }
    let { message } = error
    for (const words of page.typed())
      if (words.length >= LEAST_TYPED) message = message.replaceAll(words, '…')
    const about = { type: error.name, message: message.slice(0, MOST_WORDS), frames }
    const key = JSON.stringify(about)
    if (told.has(key) || told.size >= MOST_A_PAGE) return
    told.add(key)
    page.send(JSON.stringify({ path: here.slice(0, 300), ...about }))
  }
}

/**
 * Returns the stack frames in our own scripts, newest first, each as `name@/assets/app-1a2b.js:1:200`;
 * handles both stack formats of browsers. Empty when the newest frame is not in our scripts.
 */
export function framesOf(stack: string, origin: string): string[] {
  const calls = stack.split('\n').flatMap((line) => {
    const [whole, url, place] = /([a-z][a-z-]*:\/\/[^\s()]+?):(\d+:\d+)\)?$/i.exec(line) ?? []
    if (!whole || !url) return []
    const name = line
      .slice(0, -whole.length)
      .replace(/^\s*at /, '')
      .replace(/[^\w$.<> ]/g, '')
    return [{ url, frame: `${name.trim().slice(0, 80)}@${url.slice(origin.length)}:${place}` }]
  })
  if (!calls[0]?.url.startsWith(`${origin}/`)) return []
  return calls
    .filter(({ url }) => url.startsWith(`${origin}/assets/`))
    .slice(0, MOST_FRAMES)
    .map(({ frame }) => frame)
}

/** Reports an error on the current page to the server. */
export const tell = errorReporter({
  origin: globalThis.location?.origin ?? '',
  path: () => location.pathname,
  typed: () =>
    Array.from(
      document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input,textarea'),
      ({ value }) => value,
    ),
  send: (body) => void navigator.sendBeacon('/t/errors', body),
})
