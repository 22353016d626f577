export type TreeKind =
  | 'oak'
  | 'spruce'
  | 'pine'
  | 'cypress'
  | 'palm'
  | 'saguaro'
  | 'windswept'
  | 'birch'
  | 'bush'
export type TreeOptions = {
  kind: TreeKind
  x: number
  y: number
  height: number
  distance: number
  shadow?: boolean
}
