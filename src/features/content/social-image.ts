import { inBrandColor, PINE } from '#platform/brand.ts'
import { siteName } from '#platform/site-name.ts'

import letters from './social-image-letters.json' with { type: 'json' }

/*
 * The text is drawn with the outlines in social-image-letters.json. sharp cannot render the fonts of the site: they are
 * WOFF2 files, which its FreeType does not read, and a server may have no other fonts.
 */

/** In pixels, as required for link previews. */
export const socialImageSize = { width: 1200, height: 630 } as const

export interface SocialImage {
  /** Small text above the title. */
  eyebrow: string
  title: string
  /** Facts, most important first: up to three lines, fewer if the title is long. */
  facts: readonly string[]
  /** The call to action, shown as a button. */
  action: string
  /** The operator's logo as the address of a picture; the product's mark without one. */
  logo?: string | undefined
}

type Face = 'display' | 'text'
type Glyph = readonly [advance: number, path: string]

const glyphs = {
  display: new Map(Object.entries(letters.display.glyphs).map(([sign, glyph]) => [sign, glyphOf(glyph)])),
  text: new Map(Object.entries(letters.text.glyphs).map(([sign, glyph]) => [sign, glyphOf(glyph)])),
}
const kerning: Record<Face, ReadonlyMap<string, number>> = {
  display: new Map(Object.entries(letters.display.kerning)),
  text: new Map(Object.entries(letters.text.kerning)),
}
const colour = {
  pine: inBrandColor(PINE),
  fairway: inBrandColor('#1f5a43'),
  paper: '#fbf8f2',
  flag: inBrandColor('#d9482b'),
  muted: '#4d5852',
}
const LEFT = 72
const COLUMN = 560
const PILL_TOP = 524

/**
 * Draws the overlay of the picture: a sheet of paper with the text as outlines, because the server has no
 * fonts.
 */
export function drawSocialImage({ eyebrow, title, facts, action, logo }: SocialImage): string {
  const { width, height } = socialImageSize
  const size = fittingSize(title)
  const lines = wrap(title, 'display', size, COLUMN)
  const top = 226
  const afterTitle = top + lines.length * size * 1.06
  const room = Math.floor((PILL_TOP - 18 - afterTitle - 44) / 42) + 1
  const pill = widthOf(action, 'text', 26) + 60
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<path d="M0 0H706C648 190 764 420 690 ${height}H0Z" fill="${colour.paper}"/>
<g transform="translate(${LEFT} 58)">${logo ? `<image width="52" height="52" href="${logo}"/>` : mark}</g>
${line(siteName, 'display', 36, LEFT + 68, 95, colour.pine)}
${line(shorten(eyebrow, 'text', 26), 'text', 26, LEFT, 184, colour.fairway)}
${lines.map((words, index) => line(words, 'display', size, LEFT, top + size * (0.86 + index * 1.06), colour.pine)).join('\n')}
${facts
  .slice(0, Math.max(0, Math.min(3, room)))
  .map((fact, index) =>
    line(shorten(fact, 'text', 28), 'text', 28, LEFT, afterTitle + 44 + index * 42, colour.muted),
  )
  .join('\n')}
<rect x="${LEFT}" y="${PILL_TOP}" width="${Math.round(pill)}" height="58" rx="12" fill="${colour.flag}"/>
${line(action, 'text', 26, LEFT + 30, PILL_TOP + 38, '#ffffff')}
</svg>`
}

const mark = `<g transform="scale(0.8125)"><clipPath id="m"><rect width="64" height="64" rx="14"/></clipPath><g clip-path="url(#m)"><path d="M0 0H64V64H0Z" fill="${colour.fairway}"/><path d="M0 47C14 38 34 37 64 45V64H0Z" fill="${inBrandColor('#5f9b6b')}"/><path d="M0 55C20 47 40 50 64 57V64H0Z" fill="${inBrandColor('#7fb683')}"/><path d="M25 47V11" stroke="${colour.paper}" stroke-width="3.4" stroke-linecap="round"/><path d="M26.4 10.6C34 11.4 40 17.6 51 18.8C42 21.4 35 27 26.4 27.6Z" fill="${colour.flag}"/></g></g>`

/** The largest size at which a title fits on one line, or on two, without shortening a word. */
function fittingSize(title: string): number {
  const fits = (size: number, lines: number) =>
    title.split(/\s+/).every((word) => widthOf(word, 'display', size) <= COLUMN) &&
    wrap(title, 'display', size, COLUMN).length <= lines
  return fits(92, 1) ? 92 : ([80, 68, 58].find((size) => fits(size, 2)) ?? 50)
}

/** Wraps words into lines of at most `room` pixels. Text beyond three lines is cut off. */
function wrap(text: string, face: Face, size: number, room: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(`${last} ${word}`, face, size) <= room)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(shorten(word, face, size))
  }
  return lines.slice(0, 3)
}

function shorten(text: string, face: Face, size: number): string {
  if (widthOf(text, face, size) <= COLUMN) return text
  let kept = text
  while (kept.length > 1 && widthOf(`${kept.trimEnd()}…`, face, size) > COLUMN) kept = kept.slice(0, -1)
  return `${kept.trimEnd()}…`
}

function line(text: string, face: Face, size: number, x: number, y: number, fill: string): string {
  const paths: string[] = []
  let at = 0
  for (const { glyph, before } of setting(text, face)) {
    at += before
    if (glyph[1]) paths.push(`<path transform="translate(${at})" d="${glyph[1]}"/>`)
    at += glyph[0]
  }
  return `<g transform="translate(${x} ${Math.round(y)}) scale(${size / 1000})" fill="${fill}">${paths.join('')}</g>`
}

/** @returns pixels */
function widthOf(text: string, face: Face, size: number): number {
  return (setting(text, face).reduce((sum, { glyph, before }) => sum + before + glyph[0], 0) * size) / 1000
}

/**
 * The glyphs of a text, each with its kerning. A character without a glyph falls back to its unaccented form
 * or is dropped.
 */
function setting(text: string, face: Face): { glyph: Glyph; before: number }[] {
  const signs = [...text].flatMap((sign) => {
    const plain = glyphs[face].has(sign) ? sign : sign.normalize('NFD').slice(0, 1)
    const glyph = glyphs[face].get(plain)
    return glyph ? [{ sign: plain, glyph }] : []
  })
  return signs.map(({ sign, glyph }, index) => ({
    glyph,
    before: kerning[face].get(`${signs[index - 1]?.sign ?? ''}${sign}`) ?? 0,
  }))
}

function glyphOf([advance, path]: (string | number)[]): Glyph {
  return [Number(advance), String(path)]
}
