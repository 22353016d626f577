const MOST_A_PAGE = 5
const MOST_FRAMES = 12
const MOST_WORDS = 1_000
/** What is shorter is in every other word. */
const LEAST_TYPED = 3

/** Nobody's fault: the line is gone, or somebody left. */
const isOfTheLine = ({ name, message }: Error) =>
  name === 'AbortError' || /^(Failed to fetch(?! dyn)|NetworkError|Load failed)/.test(message)

/** The page on which something breaks. */
export interface BrokenPage {
  /** The product’s own. */
  origin: string
  /** Its address, without query and fragment. */
  path(): string
  /** What its fields hold now: none of that is told. */
  typed(): readonly string[]
  send(body: string): void
}

/**
 * Tells of errors in scripts of ours, each once a page. Others are left alone: those of extensions, and answers that refuse,
 * which the server knows.
 */
export function errorTeller(page: BrokenPage): (error: unknown) => void {
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
 * The calls of an error within our scripts, newest first, each as `name@/assets/app-1a2b.js:1:200`; browsers write them in
 * two ways. None when the newest is somebody else's.
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

/** Tells the server of an error in the page that is open. */
export const tell = errorTeller({
  origin: globalThis.location?.origin ?? '',
  path: () => location.pathname,
  typed: () =>
    Array.from(
      document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input,textarea'),
      ({ value }) => value,
    ),
  send: (body) => void navigator.sendBeacon('/t/errors', body),
})
