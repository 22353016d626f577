import type { Look } from './layout.ts'
import type { StageOptions } from './stage.ts'

export type LayoutName =
  | 'valley'
  | 'lakeside'
  | 'avenue'
  | 'hilltop'
  | 'links'
  | 'cliffs'
  | 'lagoon'
  | 'desert'
  | 'sands'
  | 'terraces'
  | 'burn'

export type Scene = Omit<StageOptions, 'seed'> & Look & { layout: LayoutName; alt: string }
