import { useEffect, useRef } from 'react'
import type { ActionKind, LessonView } from '#features/bookings/lesson-action-kinds.ts'
import { useAddressLayer } from '#ui/address-layer.ts'
import { elementInUse } from '#ui/focus.ts'

interface Search {
  lesson?: string | undefined
  do?: ActionKind | undefined
}

/**
 * Opens and closes a lesson and its dialogs; other query parameters of the page are kept. Each view is an
 * entry in the browser history. Focus returns to the button that opened it.
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
    // Waits until the dialog has released the focus, shortly after it is unmounted.
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
