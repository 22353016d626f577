import { queryOptions } from '@tanstack/react-query'

/** West, north, east and south in the map's plane. */
export type Box = readonly [number, number, number, number]

export interface BaseMap {
  /** Every state with the box around it. */
  states: { name: string; box: Box }[]
  /** Paths in thousandths of the plane's unit. */
  land: string
  borders: string
}

/** The land and its states; drawn once by a script of the project's. */
export const baseMapQuery = queryOptions({
  queryKey: ['map', 'states'],
  queryFn: () => fetchDrawing<BaseMap>('/map/states.json'),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The lines between a state's counties. @param state two letters */
export const countiesQuery = (state: string) =>
  queryOptions({
    queryKey: ['map', 'counties', state],
    queryFn: () => fetchDrawing<{ path: string }>(`/map/counties/${state}.json`),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** A file of ours: what is in it, the script that drew it has decided. */
async function fetchDrawing<T>(path: string): Promise<T> {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`no drawing at ${path}`)
  return await answer.json()
}
