import { cn } from '#ui/class-names.ts'

/**
 * An email as its reader sees it, in a frame that runs no scripts, sends no forms and leads nowhere.
 * @param title names the frame for screen readers
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

/** Links want a new window, which the sandbox does not give them. */
const leadingNowhere = (html: string) =>
  html.includes('<head>')
    ? html.replace('<head>', '<head><base target="_blank">')
    : `<!doctype html><html lang="en"><head><base target="_blank"></head><body>${html}</body></html>`
