import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense, use } from 'react'

/**
 * The id of the element around the sections, which are server-rendered and hydrated when they come close to
 * the viewport.
 */
const MARK = 'more'

const Sections = lazyRouteComponent(() => import('./below-the-fold.tsx'), 'BelowTheFold')

/** The sections are part of the server-rendered page, so the server needs their code before rendering. */
export const preloadMore = () => Sections.preload?.()

let seen: Promise<void> | undefined

/**
 * Delays hydration of the server-rendered sections until they come close to the viewport. They contain only
 * text, images and links, which work without hydration. Their scripts are loaded at that time. After a
 * client-side navigation they are rendered immediately.
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
    // Focus and links to a section also trigger hydration.
    mark.addEventListener('focusin', () => resolve(), { once: true })
  })
  return seen
}

function AwakeWhenSeen() {
  if (!import.meta.env.SSR) use(whenSeen())
  return <Sections />
}

// A constant element, so that re-rendering the page does not touch the sections before they are hydrated.
const sections = (
  <Suspense fallback={null}>
    <AwakeWhenSeen />
  </Suspense>
)

/** The sections below the search. */
export const More = () => <div id={MARK}>{sections}</div>
