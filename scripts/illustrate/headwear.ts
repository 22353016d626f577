import { cap } from './cap.ts'
import type { Skin } from './face.ts'
import { brimmed, flatcap } from './hats.ts'
import type { Sitter } from './sitter.ts'
import type { Sheet } from './svg.ts'
import { hijab, turban } from './wraps.ts'

/** Whatever is worn on the head. Draw last on the head. */
export function paintHeadwear(sheet: Sheet, sitter: Sitter, skin: Skin): void {
  const { headwear: kind } = sitter
  if (kind === 'cap' || kind === 'visor') cap(sheet, sitter, skin, kind === 'visor')
  if (kind === 'bucket' || kind === 'straw') brimmed(sheet, sitter, skin, kind === 'straw')
  if (kind === 'flatcap') flatcap(sheet, sitter, skin)
  if (kind === 'hijab') hijab(sheet, sitter)
  if (kind === 'turban') turban(sheet, sitter, skin)
}
