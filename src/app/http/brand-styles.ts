import { type BrandColors, inBrandColors } from '#platform/brand.ts'
import tokens from '#ui/tokens.css?raw'

/** Colors with a meaning, such as an error's red, are not the brand's. */
const meaningful = /^--(green|yellow|blue|red|danger)\b/

/**
 * The tokens of `ui/tokens.css` that the operator's colors change, as a style sheet that follows it.
 * @param source the content of `ui/tokens.css`, for tests
 */
export function brandStyles(colors: BrandColors, source: string = tokens): string {
  const rules = source.matchAll(/^(:root|\.theme-night) \{\n([^}]*)\}/gm)
  return [...rules]
    .map(([, selector, body = '']) => {
      const changed = [...body.matchAll(/(--[a-z-]+):\s*([^;]+);/g)].flatMap(([, name = '', value = '']) => {
        const painted = meaningful.test(name) ? value : inBrandColors(value, colors)
        return painted === value ? [] : [`${name}:${painted}`]
      })
      return `${selector}{${changed.join(';')}}`
    })
    .join('\n')
}
