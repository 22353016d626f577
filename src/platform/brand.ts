import { clampChroma, converter, formatHex, type Oklch, wcagContrast } from 'culori'

/** The palette's colors that an operator can replace. */
const own = { brand: '#1f5a43', accent: '#c93f22' } as const
/** The dark color of bands and of the browser's toolbar, see `ui/tokens.css`. */
export const PINE = '#10291f'

/** The darkest of the light surfaces, and the surface of the dark theme, of `ui/tokens.css`. */
const surfaces = ['#f3ecdf', '#0f1714'] as const
/** The contrast that WCAG 2.2 requires of text (success criterion 1.4.3). */
const READABLE = 4.5
/** How far the hue of a shade may be from its color's, in degrees. */
const FAMILY_DEGREES = 40
/** Grays have no hue. */
const GRAY = 0.006
const LIGHTNESS_STEP = 0.005
/** Shades whose lightness differs by less from their color's move with it. */
const CLOSE = 0.25

const toOklch = converter('oklch')
const isHex = (color: string) => /^#[0-9a-f]{6}$/i.test(color)

/** The settings `BRAND_COLOR` and `ACCENT_COLOR`. */
export interface BrandColors {
  /** Buttons, links, focus and dark bands. `#rrggbb`. */
  brand: string
  /** Calls to action. `#rrggbb`. */
  accent: string
}

/**
 * Why a color can't be used; null if it can. Text in this color must be readable on every light surface.
 * @param color `#rrggbb`
 */
export function colorProblem(color: string): string | null {
  if (!isHex(color)) return 'must be a color such as #1f5a43'
  const contrast = wcagContrast(color, surfaces[0])
  return contrast < READABLE
    ? `is too light to be read: its contrast is ${contrast.toFixed(1)}:1 and must be ${READABLE}:1; choose a darker color`
    : null
}

/** @returns null with the product's own colors */
export function readBrandColors(source: Record<string, string | undefined>): BrandColors | null {
  const { BRAND_COLOR, ACCENT_COLOR } = source
  const usable = (color: string | undefined) => color && colorProblem(color) === null
  if (!usable(BRAND_COLOR) && !usable(ACCENT_COLOR)) return null
  return {
    brand: (usable(BRAND_COLOR) && BRAND_COLOR?.toLowerCase()) || own.brand,
    accent: (usable(ACCENT_COLOR) && ACCENT_COLOR?.toLowerCase()) || own.accent,
  }
}

/** The operator's colors; a process serves one marketplace. */
export const brandColors = readBrandColors(process.env)

/**
 * Replaces a color of the palette by the operator's shade. Colors that are neither shades of the brand's nor of the
 * accent's stay as they are. What is readable on a surface stays readable on it.
 * @param color `#rrggbb`
 */
export function inBrandColor(color: string, colors: BrandColors | null = brandColors): string {
  if (!colors) return color
  const shade = toOklch(color)
  for (const name of ['brand', 'accent'] as const) {
    if (color === own[name]) return colors[name]
    const [from, to] = [toOklch(own[name]), toOklch(colors[name])]
    if (shade && from && to && colors[name] !== own[name] && isShade(shade, from))
      return readable(shadeOf(shade, from, to), color)
  }
  return color
}

/** Replaces all colors of the palette in a text, such as an email or a drawing. */
export const inBrandColors = (text: string, colors: BrandColors | null = brandColors): string =>
  colors ? text.replace(/#[0-9a-f]{6}\b/gi, (color) => inBrandColor(color.toLowerCase(), colors)) : text

function isShade(shade: Oklch, of: Oklch): boolean {
  const apart = Math.abs((shade.h ?? 0) - (of.h ?? 0))
  return shade.c > GRAY && Math.min(apart, 360 - apart) <= FAMILY_DEGREES
}

/**
 * The shade of another color: as colorful in proportion, and as far from its hue. A shade close to its color, such as that of a
 * hovered button, is as much lighter or darker than the color as before; others keep their lightness.
 */
function shadeOf(shade: Oklch, from: Oklch, to: Oklch): Oklch {
  const h = (to.h ?? 0) + (shade.h ?? 0) - (from.h ?? 0)
  const closeness = Math.max(0, 1 - Math.abs(shade.l - from.l) / CLOSE)
  const l = shade.l + (to.l - from.l) * closeness
  return { mode: 'oklch', l, c: (shade.c * to.c) / from.c, h: (h + 360) % 360 }
}

/** Makes a color lighter or darker until it is readable on the surfaces on which the original is. */
function readable(color: Oklch, original: string): string {
  let hex = formatHex(clampChroma(color, 'oklch'))
  for (const [at, surface] of surfaces.entries()) {
    if (wcagContrast(original, surface) < READABLE) continue
    const step = at === 0 ? -LIGHTNESS_STEP : LIGHTNESS_STEP
    for (let l = color.l; wcagContrast(hex, surface) < READABLE && l > 0 && l < 1; l += step)
      hex = formatHex(clampChroma({ ...color, l }, 'oklch'))
  }
  return hex
}
