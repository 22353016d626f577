import { CatchBoundary, Link, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useOffline } from '#platform/connection.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Picture } from '#ui/picture.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { ShellFrame, useIsInShell } from './shells/shell-frame.tsx'

/** Shown for a page that does not exist. */
export function NotFoundPage() {
  return (
    <InFrame>
      <Apology mark="404" title="Out of bounds">
        <p>This page does not exist, or it moved. No penalty stroke.</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Link to="/" className={buttonClass({ variant: 'brand' })}>
            Back to the first tee
          </Link>
          <Link to="/" hash="search" className={buttonClass()}>
            Find instructors
          </Link>
        </div>
      </Apology>
    </InFrame>
  )
}

/** Shown when rendering a page fails. Input on other pages is not affected. */
export function ErrorPage({ error }: { error: unknown }) {
  const router = useRouter()
  const isOffline = useOffline()
  // Most browsers keep a failed import, and a deployment may have removed the file: only reloading helps, which needs a network.
  const again = useCallback(
    () => (navigator.onLine && /module/.test(String(error)) ? location.reload() : void router.invalidate()),
    [error, router],
  )
  // Must not depend on `isOffline`: the same event changes it, and the listener would be removed before it is called.
  useEffect(() => {
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [again])
  const message =
    error instanceof Error && 'status' in error ? error.message : 'Something went wrong on our side.'
  return (
    <InFrame>
      <Apology
        title={isOffline ? "You're offline" : 'This page could not be loaded'}
        isAlert
        withPicture={!isOffline}
      >
        <p>
          {isOffline
            ? "This page reloads when you're back online."
            : /[.!?]$/.test(message)
              ? message
              : `${message}.`}{' '}
          Nothing you saved was lost.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button variant="brand" onClick={again}>
            Try again
          </Button>
          <Link to="/" className={buttonClass()}>
            Back to home
          </Link>
        </div>
      </Apology>
    </InFrame>
  )
}

/** Shown when a page takes more than a moment to load. */
export function PendingPage() {
  return (
    <div className="grid min-h-[60vh] place-items-center text-muted">
      <Spinner label="Loading…" />
    </div>
  )
}

/** An explanation and the next steps, with a drawing of bunkers if it can be loaded. */
function Apology({
  withPicture = true,
  ...props
}: {
  mark?: string
  title: string
  isAlert?: boolean
  withPicture?: boolean
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <main className="wrap grid items-center gap-12 py-16 sm:py-24 lg:grid-cols-[1fr_1fr]">
      <div>
        {props.mark ? <p className="eyebrow">{props.mark}</p> : null}
        <h1 ref={heading} tabIndex={-1} className="mt-2 text-headline focus-visible:outline-none">
          {props.title}
        </h1>
        <div role={props.isAlert ? 'alert' : undefined} className="mt-4 max-w-[52ch] text-lead text-muted">
          {props.children}
        </div>
      </div>
      {withPicture ? (
        <Picture
          src="/art/covers/cover-9-800.webp"
          avif="/art/covers/cover-9-400.avif 400w, /art/covers/cover-9-800.avif 800w"
          webp="/art/covers/cover-9-400.webp 400w, /art/covers/cover-9-800.webp 800w"
          alt=""
          sizes="(min-width: 64rem) 36rem, 92vw"
          width={800}
          height={600}
          imageClassName="aspect-[2/1] w-full rounded-card object-cover lg:aspect-[4/3]"
        />
      ) : null}
    </main>
  )
}

/**
 * Adds the viewer's frame when rendered outside the shell, for example when the shell itself failed. If the frame cannot be rendered
 * either, the page is shown without it.
 */
function InFrame({ children }: { children: ReactNode }) {
  const isInShell = useIsInShell()
  const me = useRouterState({ select: ({ matches }) => matches[0]?.context.me ?? null })
  if (isInShell) return children
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={() => children}>
      <ShellFrame me={me} isError>
        {children}
      </ShellFrame>
    </CatchBoundary>
  )
}
