import { afroHair, cordedHair, curlsHair, curtain, tiedHair } from './hair-full.ts'
import { type Kit, makeKit } from './hair-kit.ts'
import { buzzHair, combedHair, cropHair, curlyTopHair, pixieHair, recedingHair } from './hair-short.ts'
import type { Random } from './random.ts'
import type { HairStyle, Sitter } from './sitter.ts'
import type { Sheet } from './svg.ts'

/** Hair over the forehead and temples. Draw after the face. */
export function paintFrontHair(sheet: Sheet, sitter: Sitter, random: Random): void {
  frontHair[sitter.hair](makeKit(sheet, sitter, random))
}

const frontHair: Record<HairStyle, (kit: Kit) => void> = {
  bald: () => {},
  buzz: buzzHair,
  receding: recedingHair,
  crop: cropHair,
  part: combedHair,
  swept: combedHair,
  curlyTop: curlyTopHair,
  afro: afroHair,
  curls: curlsHair,
  locs: cordedHair,
  braids: cordedHair,
  ponytail: tiedHair,
  bun: tiedHair,
  pixie: pixieHair,
  long: curtain,
  wavy: curtain,
  bob: curtain,
  greyBob: curtain,
}
