import { cn } from '#ui/class-names.ts'

/**
 * Displays an email as the recipient sees it, in a sandboxed frame without scripts, forms or navigation.
 * @param title the accessible name of the frame
 */
export function LetterFrame({ html, title, className }: { html: string; title: string; className?: string }) {
  return (
    <iframe
      sandbox=""
      title={title}
      srcDoc={leadingNowhere(html)}
      className={cn('h-[34rem] w-full rounded-control border bg-white', className)}
    />
  )
}

/** Makes links open a new window, which the sandbox blocks. */
const leadingNowhere = (html: string) =>
  html.includes('<head>')
    ? html.replace('<head>', '<head><base target="_blank">')
    : `<!doctype html><html lang="en"><head><base target="_blank"></head><body>${html}</body></html>`
