import { Undo2 } from 'lucide-react'

/** What cancelling costs, and what else is agreed to, read before paying: these very terms are kept with the booking. */
export function InstantTerms({ text }: { text: string }) {
  return (
    <>
      <p className="tabular flex gap-2.5 text-sm text-muted">
        <Undo2 aria-hidden className="mt-0.5 size-4 shrink-0 text-brand" />
        {text}
      </p>
      <p className="text-xs text-muted">
        By booking you agree to the{' '}
        <a href="/terms" target="_blank" rel="noopener" className="text-link">
          Terms of service
        </a>
        .
      </p>
    </>
  )
}
