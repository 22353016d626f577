import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type AgreedLessonContext, PACKAGE_CONTEXT, readAgreedLesson } from '../agreed-lesson.ts'

/**
 * The agreed lesson to book, taken from the route's state or session storage and removed there, so that a
 * later visit is a normal booking. It is kept while the page is mounted.
 */
export function useAgreedLesson(): { agreed: AgreedLessonContext | null; forget: () => void } {
  const handed = useRouterState({ select: ({ location }) => readAgreedLesson(stateOf(location.state)) })
  const navigate = useNavigate()
  const [agreed, setAgreed] = useState<AgreedLessonContext | null>(null)
  const key = handed ? JSON.stringify(handed) : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: compared by its content, not by object identity
  useEffect(() => {
    const found = key ? handed : takeStored()
    if (!found) return
    setAgreed(found)
    if (key)
      void navigate({
        to: '.',
        search: true,
        hash: true,
        state: {},
        replace: true,
        resetScroll: false,
        hashScrollIntoView: false,
      })
  }, [key])
  return { agreed, forget: () => setAgreed(null) }
}

const stateOf = (state: object): unknown =>
  new Map<string, unknown>(Object.entries(state)).get(PACKAGE_CONTEXT)

function takeStored(): AgreedLessonContext | null {
  try {
    const text = window.sessionStorage.getItem(PACKAGE_CONTEXT)
    window.sessionStorage.removeItem(PACKAGE_CONTEXT)
    return text ? readAgreedLesson(JSON.parse(text)) : null
  } catch {
    return null
  }
}
