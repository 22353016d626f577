export type HairStyle =
  | 'crop'
  | 'part'
  | 'buzz'
  | 'receding'
  | 'bald'
  | 'curlyTop'
  | 'afro'
  | 'swept'
  | 'locs'
  | 'long'
  | 'wavy'
  | 'bob'
  | 'ponytail'
  | 'bun'
  | 'pixie'
  | 'curls'
  | 'braids'
  | 'greyBob'

export type Headwear = 'none' | 'cap' | 'visor' | 'bucket' | 'flatcap' | 'straw' | 'hijab' | 'turban'

export type Beard = 'none' | 'stubble' | 'full' | 'goatee' | 'moustache'

export type Garment = 'polo' | 'quarterzip' | 'sweater' | 'vest' | 'stripes'

export type AgeGroup = 'twenties' | 'thirties' | 'forties' | 'fifties' | 'sixties'

/** One person as the painter sees them. */
export type Sitter = {
  number: number
  woman: boolean
  age: AgeGroup
  /** 0 palest .. 7 darkest */
  skin: number
  hair: HairStyle
  hairColour: string
  headwear: Headwear
  beard: Beard
  glasses: 'none' | 'round' | 'square'
  garment: Garment
  cloth: string
  trim: string
  hatColour: string
  /** -1 looks left .. 1 looks right */
  turn: number
  side: -1 | 1
  /** face width, jaw width, nose and lips, each about 1 */
  width: number
  jaw: number
  nose: number
  lips: number
  eyes: number
}
