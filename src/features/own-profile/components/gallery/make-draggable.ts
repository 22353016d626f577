import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

/**
 * Makes a list item draggable to other positions. Loaded only in the browser, because the library accesses
 * the document on import.
 * @param of.place the item's current index, from 0
 * @returns a cleanup function
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
