import { type ClassValue, clsx } from 'clsx'
import { createTailwindMerge } from 'tailwind-merge'

/*
 * Groups of utilities that set the same property. The library's default configuration covers all of Tailwind
 * and is three times the size of this file, which is in every page's initial script. This one covers what the
 * product uses; class-names.test.ts compares the two for every class in the sources.
 */

const any = () => true
const isNumber = (value: string) => /^(\[?[\d.]|\[clamp)/.test(value)
const isShare = (value: string) => value.endsWith('%')
const isImage = (value: string) => /^(linear|radial|conic|none$|\[[a-z-]+gradient)/.test(value)

/** Each is a group of all classes with that prefix, such as `p-4` and `rounded`. */
const beginnings = `p px py pt pr pb pl m mx my mt mr mb ml gap gap-x gap-y space-x space-y size w h min-w min-h max-w max-h
  inset inset-x inset-y top right bottom left z basis grow shrink order grid-cols grid-rows col-span col-start row-span row-start
  items justify justify-self self align aspect overflow overflow-x overflow-y line-clamp leading tracking whitespace break wrap
  underline-offset list rounded rounded-t rounded-r rounded-b rounded-l rounded-tl rounded-tr rounded-br rounded-bl
  border-spacing shadow fill opacity outline-offset transition duration rotate scale scale-x translate-x translate-y cursor
  pointer-events resize select scroll-m scroll-mt scroll-mb`

/** Groups whose classes have no common prefix, or share it with another group. */
const names = {
  display: 'block inline inline-block flex inline-flex grid inline-grid table contents hidden',
  position: 'static relative absolute fixed sticky',
  visibility: 'visible invisible',
  reader: 'sr-only not-sr-only',
  'flex-direction': 'flex-row flex-row-reverse flex-col flex-col-reverse',
  'flex-wrap': 'flex-wrap flex-nowrap',
  'object-fit': 'object-contain object-cover',
  'text-alignment': 'text-left text-center text-right',
  'text-wrap': 'text-wrap text-nowrap text-balance text-pretty',
  'font-family': 'font-display font-sans font-mono',
  'font-style': 'italic not-italic',
  'text-transform': 'uppercase lowercase capitalize normal-case',
  decoration: 'underline line-through no-underline',
  'decoration-style': 'decoration-solid decoration-dotted',
  'border-style': 'border-solid border-dashed border-dotted border-none',
  'border-collapse': 'border-collapse border-separate',
  'outline-style': 'outline-none outline-solid outline-dashed',
  'ring-inset': 'ring-inset',
  animation: 'animate-none animate-spin animate-pulse',
  touch: 'touch-none',
  'touch-y': 'touch-pan-y',
}

const sizes = 'xs sm base lg xl 2xl 3xl 4xl 5xl 6xl display headline title lead'
const sides = ['t', 'r', 'b', 'l']
const widthOf = (beginning: string) => [{ [beginning]: ['', isNumber] }]
const colourOf = (beginning: string) => [{ [beginning]: [any] }]
const ofSides = (group: string, define: typeof widthOf, of: string[]) =>
  Object.fromEntries(of.map((side) => [`${group}-${side}`, define(`border-${side}`)]))

const split = (list: string) => list.trim().split(/\s+/)
const after = (group: string, parts: string) => parts.split(' ').map((part) => group + part)

/**
 * Tailwind's utilities and the names that styles.css adds to its theme. Cached, because a page renders about
 * a thousand elements with few distinct classes.
 */
const merge = createTailwindMerge(() => ({
  cacheSize: 2_000,
  theme: {},
  // The first matching group wins: widths and sizes precede colors, which may have any name.
  classGroups: {
    ...Object.fromEntries(split(beginnings).map((name) => [name, [{ [name]: ['', any] }]])),
    ...Object.fromEntries(Object.entries(names).map(([group, classes]) => [group, split(classes)])),
    flex: [{ flex: [any] }],
    'object-position': [{ object: [any] }],
    'font-size': [{ text: [...split(sizes), isNumber] }],
    'text-color': [{ text: [any] }],
    'font-weight': [{ font: [any] }],
    'decoration-width': [{ decoration: [isNumber] }],
    'decoration-color': [{ decoration: [any] }],
    'bg-image': [{ bg: [isImage] }],
    'bg-color': [{ bg: [any] }],
    'border-w': widthOf('border'),
    ...ofSides('border-w', widthOf, ['x', 'y', ...sides]),
    ...ofSides('border-color', colourOf, sides),
    'border-color': colourOf('border'),
    'outline-w': widthOf('outline'),
    'outline-color': colourOf('outline'),
    'ring-w': widthOf('ring'),
    'ring-offset-w': [{ 'ring-offset': [isNumber] }],
    'ring-offset-color': colourOf('ring-offset'),
    'ring-color': colourOf('ring'),
    'inset-ring-w': widthOf('inset-ring'),
    'inset-ring-color': colourOf('inset-ring'),
    'stroke-w': [{ stroke: [isNumber] }],
    stroke: [{ stroke: [any] }],
    'gradient-from': [{ from: [any] }],
    'gradient-via': [{ via: [any] }],
    'gradient-to-share': [{ to: [isShare] }],
    'gradient-to': [{ to: [any] }],
  },
  conflictingClassGroups: {
    p: after('p', 'x y t r b l'),
    px: ['pr', 'pl'],
    py: ['pt', 'pb'],
    m: after('m', 'x y t r b l'),
    mx: ['mr', 'ml'],
    my: ['mt', 'mb'],
    gap: ['gap-x', 'gap-y'],
    size: ['w', 'h'],
    inset: split('inset-x inset-y top right bottom left'),
    'inset-x': ['right', 'left'],
    'inset-y': ['top', 'bottom'],
    flex: ['basis', 'grow', 'shrink'],
    overflow: ['overflow-x', 'overflow-y'],
    'line-clamp': ['display', 'overflow'],
    'font-size': ['leading'],
    rounded: after('rounded-', 't r b l tl tr br bl'),
    'rounded-t': ['rounded-tl', 'rounded-tr'],
    'rounded-r': ['rounded-tr', 'rounded-br'],
    'rounded-b': ['rounded-br', 'rounded-bl'],
    'rounded-l': ['rounded-tl', 'rounded-bl'],
    'border-w': after('border-w-', 'x y t r b l'),
    'border-w-x': ['border-w-r', 'border-w-l'],
    'border-w-y': ['border-w-t', 'border-w-b'],
    'border-color': after('border-color-', 't r b l'),
    'scroll-m': ['scroll-mt', 'scroll-mb'],
    touch: ['touch-y'],
    'touch-y': ['touch'],
  },
  conflictingClassGroupModifiers: {},
  postfixLookupClassGroups: [],
  orderSensitiveModifiers: ['*', '**', 'after', 'before', 'file', 'marker', 'placeholder', 'selection'],
}))

/** Joins class names; if two set the same property, the later one wins. */
export function cn(...values: ClassValue[]): string {
  return merge(clsx(values))
}
