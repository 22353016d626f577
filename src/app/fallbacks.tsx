import { Link, useRouter } from '@tanstack/react-router'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'

/** A page that does not exist. */
export function NotFoundPage() {
  return (
    <main className="mx-auto max-w-xl px-6 py-24 text-center">
      <p className="text-sm text-muted">404</p>
      <h1 className="mt-2 font-display text-4xl">Out of bounds</h1>
      <p className="mt-4 text-muted">This page does not exist, or it moved. No penalty stroke.</p>
      <Button asChild className="mt-8">
        <Link to="/">Back to the first tee</Link>
      </Button>
    </main>
  )
}

/** Something failed while a page was made. What people typed elsewhere is untouched. */
export function ErrorPage({ error }: { error: unknown }) {
  const router = useRouter()
  const message =
    error instanceof Error && 'status' in error ? error.message : 'This page could not be loaded.'
  return (
    <main className="mx-auto max-w-xl px-6 py-24 text-center" role="alert">
      <h1 className="font-display text-4xl">That one went into the rough</h1>
      <p className="mt-4 text-muted">{message} Nothing you did was lost.</p>
      <Button className="mt-8" onClick={() => router.invalidate()}>
        Try again
      </Button>
    </main>
  )
}

export function PendingPage() {
  return (
    <div className="grid min-h-[50vh] place-items-center">
      <Spinner />
    </div>
  )
}
