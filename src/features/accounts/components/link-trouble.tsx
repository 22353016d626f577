import type { LinkState } from '../links/link.ts'

const reasons: Record<Exclude<LinkState, 'good'>, string> = {
  used: 'This link has been used. Each one works once.',
  expired: 'This link has expired.',
  unknown: 'This link is incomplete. Your email program may have cut it off.',
}

/** The heading of a page whose link does not work, followed by what to do about it. */
export function LinkTrouble({ state, next }: { state: Exclude<LinkState, 'good'>; next: string }) {
  return (
    <>
      <h1 className="text-headline">This link does not work</h1>
      <p className="mt-3 text-muted">
        {reasons[state]} {next}
      </p>
    </>
  )
}
