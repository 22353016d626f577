import { useEffect, useRef } from 'react'
import type { DraggedTo } from '../schema.ts'

/** Makes the columns of a grid take lessons. @returns the ref of the element that holds the columns */
export function useLessonDrag({
  hours: { first, last },
  onDrag,
  onDrop,
}: {
  hours: { first: number; last: number }
  onDrag: (to: DraggedTo | null) => void
  onDrop: (to: DraggedTo) => void
}) {
  const grid = useRef<HTMLDivElement>(null)
  const latest = useRef({ onDrag, onDrop })
  useEffect(() => {
    latest.current = { onDrag, onDrop }
  })
  useEffect(
    () =>
      whenLoaded(({ dropOnColumns }) =>
        dropOnColumns(
          [...(grid.current?.querySelectorAll<HTMLElement>('[data-column]') ?? [])],
          { first, last },
          {
            onDrag: (to) => latest.current.onDrag(to),
            onDrop: (to) => latest.current.onDrop(to),
          },
        ),
      ),
    [first, last],
  )
  return grid
}

/** Begins once the scripts for dragging are here, unless it was ended before. @returns a function that ends it */
export function whenLoaded(begin: (scripts: typeof import('./lesson-dragging.ts')) => () => void) {
  let end: (() => void) | null = null
  let isOver = false
  import('./lesson-dragging.ts').then(
    ({ dragLesson, dropOnColumns }) => {
      if (!isOver) end = begin({ dragLesson, dropOnColumns })
    },
    // Without them everything is done with the keyboard and in dialogs.
    () => undefined,
  )
  return () => {
    isOver = true
    end?.()
  }
}
