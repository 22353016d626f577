import { useEffect, useRef } from 'react'
import type { ActionKind, LessonView } from '#features/bookings/lesson-action-kinds.ts'
import { useAddressLayer } from '#ui/address-layer.ts'
import { elementInUse } from '#ui/focus.ts'

interface Search {
  lesson?: string | undefined
  do?: ActionKind | undefined
}

/**
 * Opens and closes one lesson, and what is done with it, over a page whose other parameters stay. Each view is a step of the browser's
 * history. The focus returns to the button that opened it.
 */
export function useOpenLesson(search: Search) {
  const layer = useAddressLayer('lesson')
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

  const show = (lesson: string, doing: LessonView) =>
    void layer.open({ lesson, do: doing === 'details' ? undefined : doing })
  return {
    show: (lesson: string, doing: LessonView) => {
      opener.current = elementInUse()
      show(lesson, doing)
    },
    goOn: (doing: LessonView) => {
      if (search.lesson) show(search.lesson, doing)
    },
    close: () => layer.close(['lesson', 'do']),
  }
}
