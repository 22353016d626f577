/** Beginnings of utilities, one property each. The longest that fits decides. */
const beginnings = new Set(
  (
    'm mx my mt mr mb ml p px py pt pr pb pl w h size min-w min-h max-w max-h inset inset-x inset-y top right bottom left z ' +
    'gap gap-x gap-y space-x space-y grid-cols grid-rows grid-flow auto-cols auto-rows col-span col-start col-end row-span ' +
    'row-start row-end col row justify justify-items justify-self items self content place-items place-content place-self flex ' +
    'order grow shrink basis text font leading tracking line-clamp align whitespace underline-offset decoration list bg from via to ' +
    'border border-x border-y border-t border-r border-b border-l rounded rounded-t rounded-r rounded-b rounded-l ' +
    'rounded-tl rounded-tr rounded-bl rounded-br divide divide-x divide-y outline outline-offset ring ring-offset shadow opacity ' +
    'fill stroke overflow overflow-x overflow-y overscroll overscroll-x overscroll-y object aspect scale rotate translate-x ' +
    'translate-y origin transition duration ease delay animate cursor select pointer-events touch snap scroll-m scroll-mt ' +
    'scroll-mb scroll-p scroll-pt columns break-inside blur backdrop-blur mix-blend will-change'
  ).split(' '),
)

/** Utilities that are whole words. */
const words: Record<string, string> = {}
for (const [kind, members] of Object.entries({
  display:
    'block inline-block inline flex inline-flex grid inline-grid table contents hidden flow-root list-item',
  position: 'static relative absolute fixed sticky',
  visibility: 'visible invisible collapse',
  reader: 'sr-only not-sr-only',
  line: 'underline overline line-through no-underline',
  slant: 'italic not-italic',
  case: 'uppercase lowercase capitalize normal-case',
  words: 'break-normal break-words break-all break-keep',
}))
  for (const word of members.split(' ')) words[word] = kind

const SIZE = /^(xs|sm|base|lg|xl|\dxl|display|headline|title|lead|\[[\d.]+\D+\])$/
const NUMBER = /^(\d+(\.\d+)?|\[[\d.]+\D*\])$/

/** Beginnings that more than one property shares: what their value says. */
const readings: Record<string, (value: string) => string> = {
  text: (value) =>
    SIZE.test(value)
      ? 'size'
      : /^(left|center|right|justify|start|end)$/.test(value)
        ? 'align'
        : /^(wrap|nowrap|balance|pretty)$/.test(value)
          ? 'wrap'
          : 'color',
  font: (value) => (/^(display|sans|mono|serif)$/.test(value) ? 'family' : 'weight'),
  bg: (value) => (/^(linear|radial|conic|none|\[url)/.test(value) ? 'image' : 'color'),
  flex: (value) => (/^(row|col)/.test(value) ? 'direction' : /wrap$/.test(value) ? 'wrap' : ''),
  border: (value) =>
    /^(solid|dashed|dotted|double|none)$/.test(value)
      ? 'style'
      : /^(collapse|separate)$/.test(value)
        ? 'model'
        : widthOrColor(value),
  decoration: (value) => (/^(solid|dotted|dashed|wavy|double)$/.test(value) ? 'style' : widthOrColor(value)),
  outline: (value) => (/^(none|hidden|dashed|dotted)$/.test(value) ? 'style' : widthOrColor(value)),
  object: (value) => (/^(cover|contain|fill|none|scale-down)$/.test(value) ? 'fit' : 'place'),
  list: (value) => (/^(inside|outside)$/.test(value) ? 'place' : 'type'),
  snap: (value) =>
    /^(start|center|end|none-align)$/.test(value)
      ? 'align'
      : /^(mandatory|proximity)$/.test(value)
        ? 'strictness'
        : 'type',
  content: (value) => (value.startsWith('[') ? 'text' : ''),
}
for (const name of 'from via to'.split(' '))
  readings[name] = (value) => (/%\]?$/.test(value) ? 'place' : 'color')
for (const name of 'border-x border-y border-t border-r border-b border-l divide divide-x divide-y ring ring-offset stroke'.split(
  ' ',
))
  readings[name] = widthOrColor

function widthOrColor(value: string): string {
  return value === '' || NUMBER.test(value) ? '' : 'color'
}

/**
 * What a utility of Tailwind sets, in a name of ours: `px-4` is `px`, `text-sm` is `text size`, `-mt-2` is `mt`.
 * @returns null for one that is nobody's rival
 */
export function kindOf(utility: string): string | null {
  const bare = utility.startsWith('-') ? utility.slice(1) : utility
  const word = words[bare]
  if (word) return word
  if (bare.startsWith('[')) return bare.slice(0, bare.indexOf(':'))
  let end = bare.search(/[[(]/)
  if (end < 0) end = bare.length
  for (let dash = end; dash > 0; dash = bare.lastIndexOf('-', dash - 1)) {
    const name = bare.slice(0, dash).replace(/-$/, '')
    if (!beginnings.has(name)) continue
    const value = bare.slice(name.length + 1)
    const reading = readings[name]?.(value)
    return reading ? `${name} ${reading}` : name
  }
  return null
}
