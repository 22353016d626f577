import { LinkButton } from '#ui/link-button.tsx'

/** An unknown coach, or one who is not on show. */
export function NoSuchCoach() {
  return (
    <main className="wrap-text py-24 text-center">
      <p className="text-sm text-muted">404</p>
      <h1 className="mt-2 text-headline">Coach not found</h1>
      <p className="mt-4 text-lead text-muted">
        There is no coach at this address. The link may be old, or the coach may be taking a break.
      </p>
      <LinkButton href="/" variant="primary" size="lg" className="mt-8">
        Find another coach near you
      </LinkButton>
    </main>
  )
}
