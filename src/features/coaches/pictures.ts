import { fallbackCover } from './coach.ts'

/** Of our own drawings there are two sizes in two formats; pictures that people uploaded come as they are. */
const DRAWN_COVER = /^(\/art\/covers\/cover-\d+)-800\.webp$/

/** The `srcset`s that go with a picture's address; none for a picture that is not ours. */
export function drawnSources(src: string): { avif?: string; webp?: string } {
  const cover = DRAWN_COVER.exec(src)?.[1]
  if (!cover) return {}
  const files = (type: string) => `${cover}-400.${type} 400w, ${cover}-800.${type} 800w`
  return { avif: files('avif'), webp: files('webp') }
}

/** The stock cover of a coach without pictures: always the same one. */
export function coverFor(coachId: string): string {
  let sum = 0
  for (const sign of coachId) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_003
  return `${fallbackCover(sum + 1)}-800.webp`
}

/** What a picture is for who does not see it; nobody wrote down what is on it. @param index from 0 */
export function pictureAlt(coach: { name: string; galleryImages: readonly string[] }, index: number): string {
  const of = coach.galleryImages.length
  return of > 1
    ? `Golf lessons with ${coach.name}, picture ${index + 1} of ${of}`
    : `Golf lessons with ${coach.name}`
}
