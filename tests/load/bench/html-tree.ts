import { createElement, type ReactNode } from 'react'

/** An element of a rendered page. React writes well-formed HTML, so a minimal parser is sufficient. */
interface Element {
  tag: string
  attributes: Record<string, string>
  children: (Element | string)[]
}

const EMPTY = new Set([
  'area',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
])
const AS_IT_IS = new Set(['script', 'style'])
const PIECE =
  /<!--[\s\S]*?-->|<!DOCTYPE[^>]*>|<(\/?)([a-zA-Z][\w-]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>|([^<]+)/g

/** Parses a page rendered by React. Comments, which only separate text nodes, are dropped. */
export function readHtml(html: string): Element {
  const root: Element = { tag: 'root', attributes: {}, children: [] }
  const open = [root]
  PIECE.lastIndex = 0
  for (let piece = PIECE.exec(html); piece; piece = PIECE.exec(html)) {
    const [, closing, tag, attributes = '', text] = piece
    const parent = open.at(-1) ?? root
    if (text) parent.children.push(readSigns(text))
    else if (closing) open.pop()
    else if (tag) {
      const element: Element = { tag, attributes: readAttributes(attributes), children: [] }
      parent.children.push(element)
      if (AS_IT_IS.has(tag)) {
        const end = html.indexOf(`</${tag}>`, PIECE.lastIndex)
        element.children.push(html.slice(PIECE.lastIndex, end))
        PIECE.lastIndex = end + tag.length + 3
      } else if (!EMPTY.has(tag)) open.push(element)
    }
  }
  const [page] = root.children
  if (typeof page !== 'object' || open.length !== 1) throw new Error('this is not a page rendered by React')
  return page
}

/** Creates the same elements, attributes and texts on every call, as a component does. */
export function drawTree({ tag, attributes, children }: Element): ReactNode {
  if (AS_IT_IS.has(tag))
    return createElement(tag, { ...attributes, dangerouslySetInnerHTML: { __html: children.join('') } })
  if (EMPTY.has(tag)) return createElement(tag, attributes)
  return createElement(
    tag,
    attributes,
    ...children.map((child) => (typeof child === 'string' ? child : drawTree(child))),
  )
}

const names: Record<string, string> = { class: 'className', for: 'htmlFor', charset: 'charSet' }

function readAttributes(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  // React expects objects for styles and functions for handlers; renamed attributes of similar length replace
  // them.
  for (const [, name = '', value = ''] of text.matchAll(/([^\s=>/]+)(?:="([^"]*)")?/g))
    found[name === 'style' || name.startsWith('on') ? `data-${name}` : (names[name] ?? name)] =
      readSigns(value)
  return found
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const readSigns = (text: string) => text.replace(/&(#?\w+);/g, (whole, name) => signs[name] ?? whole)
