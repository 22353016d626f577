import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { disableNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/disable-native-drag-preview'
import { minuteAt } from '../day-parts.ts'
import type { DraggedTo, LessonEntry } from '../schema.ts'

/** Lessons that are dragged from column to column. Only browsers load it, once there is something to drag. */

/** @returns a function that ends it */
export function dragLesson(element: HTMLElement, entry: LessonEntry): () => void {
  return draggable({
    element,
    getInitialData: ({ input }) => ({
      entry,
      grabbed: input.clientY - element.getBoundingClientRect().top,
    }),
    onGenerateDragPreview: ({ nativeSetDragImage }) => disableNativeDragPreview({ nativeSetDragImage }),
    onDragStart: () => element.classList.add('opacity-40'),
    onDrop: () => element.classList.remove('opacity-40'),
  })
}

/** @returns a function that ends it */
export function dropOnColumns(
  columns: readonly HTMLElement[],
  hours: { first: number; last: number },
  heard: { onDrag: (to: DraggedTo | null) => void; onDrop: (to: DraggedTo) => void },
): () => void {
  const read = ({
    source,
    location: { current },
  }: {
    source: { data: Record<string, unknown> }
    location: { current: { input: { clientY: number }; dropTargets: { element: Element }[] } }
  }): DraggedTo | null => {
    const column = current.dropTargets[0]?.element
    const entry = source.data.entry as LessonEntry | undefined
    if (!(column instanceof HTMLElement) || !entry) return null
    const box = column.getBoundingClientRect()
    const top = current.input.clientY - Number(source.data.grabbed) - box.top
    return { entry, date: column.dataset.column ?? '', minute: minuteAt(top / box.height, hours) }
  }
  return combine(
    ...columns.map((element) => dropTargetForElements({ element })),
    monitorForElements({
      onDrag: (event) => heard.onDrag(read(event)),
      onDrop: (event) => {
        const to = read(event)
        heard.onDrag(null)
        if (to) heard.onDrop(to)
      },
    }),
  )
}
