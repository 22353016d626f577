import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { toast } from '#ui/toast.tsx'
import { clipsClient } from '../client.ts'
import type { Drawn } from '../drawing.ts'
import type { Clip, ClipDrawing } from '../schema.ts'
import { clipQuery } from './clip-queries.ts'

/** An undoable change: a drawing before and after it; null when it did not exist. */
interface Act {
  id: string
  before: Drawn | null
  after: Drawn | null
}

export interface Drawings {
  /** @returns the new drawing's id */
  add(drawn: Drawn): string
  change(id: string, drawn: Drawn): void
  remove(id: string): void
  undo(): void
  redo(): void
  mayUndo: boolean
  mayRedo: boolean
}

/** Edits the viewer's drawings on a clip with optimistic updates, background saving, undo and redo. */
export function useDrawings(clip: Pick<Clip, 'id' | 'drawings'>, me: string): Drawings {
  const queryClient = useQueryClient()
  const { queryKey } = clipQuery(clip.id)
  const [done, setDone] = useState<Act[]>([])
  const [undone, setUndone] = useState<Act[]>([])
  /** Saves are sequential, so that the last change wins. */
  const queue = useRef(Promise.resolve())

  const apply = useCallback(
    (id: string, drawn: Drawn | null) => {
      queryClient.setQueryData<Clip>(queryKey, (known) => known && withDrawing(known, me, id, drawn))
      queue.current = queue.current.then(async () => {
        try {
          const at = { clipId: clip.id, drawingId: id }
          if (drawn) await clipsClient.saveDrawing.call({ ...at, drawing: inputOf(drawn) })
          else await clipsClient.removeDrawing.call(at)
        } catch (error) {
          toast.error(
            'The drawing was not saved',
            readProblem(error).message ?? 'Check your connection and try again.',
          )
          await queryClient.invalidateQueries({ queryKey })
        }
      })
    },
    [queryClient, queryKey, clip.id, me],
  )

  const act = (one: Act) => {
    setDone((acts) => [...acts, one])
    setUndone([])
    apply(one.id, one.after)
  }
  const find = (id: string) => clip.drawings.find((drawing) => drawing.id === id) ?? null
  return {
    add(drawn) {
      const id = uuidV4()
      act({ id, before: null, after: drawn })
      return id
    },
    change: (id, drawn) => act({ id, before: find(id), after: drawn }),
    remove: (id) => act({ id, before: find(id), after: null }),
    undo() {
      const last = done.at(-1)
      if (!last) return
      setDone(done.slice(0, -1))
      setUndone([...undone, last])
      apply(last.id, last.before)
    },
    redo() {
      const last = undone.at(-1)
      if (!last) return
      setUndone(undone.slice(0, -1))
      setDone([...done, last])
      apply(last.id, last.after)
    },
    mayUndo: done.length > 0,
    mayRedo: undone.length > 0,
  }
}

const inputOf = ({ shape, points, color, text, fromUs, untilUs }: Drawn) => ({
  shape,
  points: points.map(({ x, y }) => ({ x, y })),
  color,
  text,
  fromUs,
  untilUs,
})

function withDrawing(clip: Clip, me: string, id: string, drawn: Drawn | null): Clip {
  const others = clip.drawings.filter((drawing) => drawing.id !== id)
  if (!drawn) return { ...clip, drawings: others }
  const next: ClipDrawing = { id, authorId: me, ...inputOf(drawn) }
  const at = clip.drawings.findIndex((drawing) => drawing.id === id)
  return {
    ...clip,
    drawings: at < 0 ? [...others, next] : clip.drawings.map((one, nth) => (nth === at ? next : one)),
  }
}
