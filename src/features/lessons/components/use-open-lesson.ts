import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ActionKind, LessonView } from '#features/bookings/lesson-action-kinds.ts'
import { elementInUse } from '#ui/focus.ts'

interface Search {
  lesson?: string | undefined
  do?: ActionKind | undefined
}

/**
 * Opens and closes what is said and done about one lesson over the page, whose other parameters stay. Opening is a step of the browser's history: back
 * closes it, and so does closing it. The focus returns to the button that opened it.
 */
export function useOpenLesson(search: Search) {
  const navigate = useNavigate()
  const router = useRouter()
  const isOurs = useRef(false)
  const opener = useRef<HTMLElement | null>(null)
  const isOpen = search.lesson !== undefined

  useEffect(() => {
    if (isOpen) return
    const { current } = opener
    opener.current = null
    if (!current) return
    // After the dialog has let go of the focus, which it does a moment after it is gone.
    const timer = setTimeout(() => current.isConnected && current.focus(), 20)
    return () => clearTimeout(timer)
  }, [isOpen])

  const go = (lesson: string | undefined, doing: LessonView, replace: boolean) =>
    void navigate({
      to: '.',
      search: (now) => ({ ...now, lesson, do: doing === 'details' ? undefined : doing }),
      resetScroll: false,
      replace,
    })
  return {
    show: (lesson: string, doing: LessonView) => {
      isOurs.current = true
      opener.current = elementInUse()
      go(lesson, doing, false)
    },
    goOn: (doing: LessonView) => {
      if (search.lesson) go(search.lesson, doing, true)
    },
    close: () => {
      if (isOurs.current) {
        isOurs.current = false
        return router.history.back()
      }
      go(undefined, 'details', true)
    },
  }
}
