import { fallbackCover } from './coach.ts'

const DRAWN_COVER = /^(\/art\/covers\/cover-\d+)-800\.webp$/
const UPLOADED = /^(\/pictures\/[0-9a-f-]{36})\/(\d{1,4})\.(?:jpg|webp)$/
/** Of an uploaded picture that is wider there is a smaller copy of this width, too. */
const SMALL = 480

/** Where everybody finds a file of a coach's picture, as long as she shows it. */
export const pictureAddress = (id: string, name: string): string => `/pictures/${id}/${name}`

/** The `srcset`s that go with a picture's address: of our drawings, and of what coaches uploaded. */
export function pictureSources(src: string): { avif?: string; webp?: string } {
  const cover = DRAWN_COVER.exec(src)?.[1]
  if (cover) {
    const files = (type: string) => `${cover}-400.${type} 400w, ${cover}-800.${type} 800w`
    return { avif: files('avif'), webp: files('webp') }
  }
  const [, folder, width] = UPLOADED.exec(src) ?? []
  if (!folder || !width) return {}
  const small = (type: string) => (Number(width) > SMALL ? `${folder}/${SMALL}.${type} ${SMALL}w, ` : '')
  const files = (type: string) => `${small(type)}${folder}/${width}.${type} ${width}w`
  return { avif: files('avif'), webp: files('webp') }
}

/** The stock cover of a coach without pictures: always the same one. */
export function coverFor(coachId: string): string {
  let sum = 0
  for (const sign of coachId) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 1_000_003
  return `${fallbackCover(sum + 1)}-800.webp`
}

/** What a picture is for who does not see it: the coach's own words, or else whose it is. @param index from 0 */
export function pictureAlt(
  coach: { name: string; pictures: readonly { alt: string; caption: string }[] },
  index: number,
): string {
  const of = coach.pictures.length
  const { alt, caption } = coach.pictures[index] ?? { alt: '', caption: '' }
  if (alt || caption) return alt || caption
  return of > 1
    ? `Golf lessons with ${coach.name}, picture ${index + 1} of ${of}`
    : `Golf lessons with ${coach.name}`
}
