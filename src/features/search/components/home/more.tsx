import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense, use } from 'react'

/** Wraps what is drawn by the server and awakened when it comes near. */
const MARK = 'more'

const Sections = lazyRouteComponent(() => import('./below-the-fold.tsx'), 'BelowTheFold')

/** The server draws the sections with the page, so it needs them at once. */
export const preloadMore = () => Sections.preload?.()

let seen: Promise<void> | undefined

/**
 * Keeps React from taking over what the server drew until somebody scrolls near it: it is words, pictures and links, which
 * work without. Their scripts are fetched then. Someone who comes from another page gets everything at once.
 */
function whenSeen(): Promise<void> {
  seen ??= new Promise((resolve) => {
    const mark = document.getElementById(MARK)
    if (!mark) return resolve()
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        resolve()
      },
      { rootMargin: '300px' },
    )
    observer.observe(mark)
    // Keyboard users and links into the page need it, too.
    mark.addEventListener('focusin', () => resolve(), { once: true })
  })
  return seen
}

function AwakeWhenSeen() {
  if (!import.meta.env.SSR) use(whenSeen())
  return <Sections />
}

// One element for good: a page that is drawn again must not look into a part that still sleeps.
const sections = (
  <Suspense fallback={null}>
    <AwakeWhenSeen />
  </Suspense>
)

/** The sections below the search. */
export const More = () => <div id={MARK}>{sections}</div>
