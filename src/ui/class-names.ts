import { type ClassValue, clsx } from 'clsx'
import { kindOf } from './utility-kind.ts'

const sides = (name: string) => `${name}x ${name}y ${name}t ${name}r ${name}b ${name}l`
/** A later utility also replaces these earlier ones: it sets all of theirs. */
const covered = new Map(
  Object.entries({
    p: sides('p'),
    px: 'pr pl',
    py: 'pt pb',
    m: sides('m'),
    mx: 'mr ml',
    my: 'mt mb',
    inset: 'inset-x inset-y top right bottom left',
    'inset-x': 'right left',
    'inset-y': 'top bottom',
    size: 'w h',
    gap: 'gap-x gap-y',
    overflow: 'overflow-x overflow-y',
    overscroll: 'overscroll-x overscroll-y',
    'scroll-m': 'scroll-mt scroll-mb',
    rounded: 'rounded-t rounded-r rounded-b rounded-l rounded-tl rounded-tr rounded-bl rounded-br',
    'rounded-t': 'rounded-tl rounded-tr',
    'rounded-r': 'rounded-tr rounded-br',
    'rounded-b': 'rounded-bl rounded-br',
    'rounded-l': 'rounded-tl rounded-bl',
    border: sides('border-'),
    'border-x': 'border-r border-l',
    'border-y': 'border-t border-b',
  }).map(([kind, others]) => [kind, others.split(' ')] as const),
)
covered.set('flex', ['grow', 'shrink', 'basis'])
covered.set('text size', ['leading'])
covered.set('line-clamp', ['display', 'overflow'])

/** Joins class names; of two that fight over one property, the later wins. */
export function cn(...values: ClassValue[]): string {
  const all = clsx(values)
  const known = remembered.get(all)
  if (known !== undefined) return known
  const joined = settle(all)
  if (remembered.size >= REMEMBERED_MAX) remembered.clear()
  remembered.set(all, joined)
  return joined
}

/** The same elements are drawn again and again. */
const remembered = new Map<string, string>()
const REMEMBERED_MAX = 2_000

function settle(all: string): string {
  const kept: string[] = []
  const settled = new Set<string>()
  for (const token of all.split(' ').reverse()) {
    const at = variantsEnd(token)
    const isImportant = token.endsWith('!')
    const kind = kindOf(isImportant ? token.slice(at, -1) : token.slice(at))
    if (kind) {
      const scope = `${token.slice(0, at)}${isImportant ? '!' : ''}`
      if (settled.has(`${scope} ${kind}`)) continue
      for (const one of [kind, ...(covered.get(kind) ?? [])]) settled.add(`${scope} ${one}`)
    }
    kept.push(token)
  }
  return kept.reverse().join(' ')
}

/** Where the utility begins, after `hover:` and the like; colons in brackets are none of these. */
function variantsEnd(token: string): number {
  let depth = 0
  for (let at = token.length - 1; at >= 0; at--) {
    const sign = token[at]
    if (sign === ']' || sign === ')') depth++
    else if (sign === '[' || sign === '(') depth--
    else if (sign === ':' && depth === 0) return at + 1
  }
  return 0
}
