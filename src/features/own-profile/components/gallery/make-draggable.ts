import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

/**
 * Lets an element of a list be dragged to the place of another one. Loaded in the browser alone: the library reads its document.
 * @param of.place where the element stands now, from 0
 * @returns what takes it all back
 */
export function makeDraggable(of: {
  element: HTMLElement
  handle: HTMLElement
  place: () => number
  onMove: (from: number, to: number) => void
  onDragged: (isDragged: boolean) => void
  onTarget: (isTarget: boolean) => void
}): () => void {
  const { element, handle, place, onMove, onDragged, onTarget } = of
  return combine(
    draggable({
      element,
      dragHandle: handle,
      getInitialData: () => ({ from: place() }),
      onDragStart: () => onDragged(true),
      onDrop: () => onDragged(false),
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => typeof source.data.from === 'number',
      onDragEnter: ({ source }) => onTarget(source.element !== element),
      onDragLeave: () => onTarget(false),
      onDrop: ({ source }) => {
        onTarget(false)
        const { from } = source.data
        if (typeof from === 'number' && from !== place()) onMove(from, place())
      },
    }),
  )
}
