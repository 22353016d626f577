import type { ReactNode } from 'react'
import { vi } from 'vitest'

/** A node of a document in which React can render buttons and texts, and listen to presses. */
class SmallNode extends EventTarget {
  readonly namespaceURI = 'http://www.w3.org/1999/xhtml'
  readonly style: Record<string, string> = {}
  readonly nodeType: number
  readonly nodeName: string
  readonly ownerDocument: object
  parentNode: SmallNode | null = null
  childNodes: SmallNode[] = []
  nodeValue = ''

  constructor(nodeType: number, nodeName: string, ownerDocument: object) {
    super()
    this.nodeType = nodeType
    this.nodeName = nodeName
    this.ownerDocument = ownerDocument
  }
  get tagName(): string {
    return this.nodeName
  }
  get firstChild(): SmallNode | null {
    return this.childNodes[0] ?? null
  }
  get lastChild(): SmallNode | null {
    return this.childNodes.at(-1) ?? null
  }
  get nextSibling(): SmallNode | null {
    const siblings = this.parentNode?.childNodes ?? []
    return siblings[siblings.indexOf(this) + 1] ?? null
  }
  get textContent(): string {
    return this.nodeValue + this.childNodes.map((child) => child.textContent).join('')
  }
  set textContent(text: string) {
    this.childNodes = []
    if (text) this.appendChild(new SmallNode(3, '#text', this.ownerDocument)).nodeValue = text
  }
  appendChild(child: SmallNode): SmallNode {
    return this.insertBefore(child, null)
  }
  insertBefore(child: SmallNode, next: SmallNode | null): SmallNode {
    child.parentNode?.removeChild(child)
    child.parentNode = this
    this.childNodes.splice(next ? this.childNodes.indexOf(next) : this.childNodes.length, 0, child)
    return child
  }
  removeChild(child: SmallNode): SmallNode {
    this.childNodes = this.childNodes.filter((one) => one !== child)
    child.parentNode = null
    return child
  }
  setAttribute(): void {}
  removeAttribute(): void {}
  focus(): void {}
}

/** Every element with a name, such as `BUTTON`, in the order of the page. */
export const elements = (within: SmallNode, name: string): SmallNode[] =>
  within.childNodes.flatMap((child) => [
    ...(child.nodeName === name ? [child] : []),
    ...elements(child, name),
  ])

/** Presses an element: React listens at the root of what it renders. */
export function press(element: SmallNode): void {
  let root = element
  while (root.parentNode) root = root.parentNode
  root.dispatchEvent(Object.defineProperty(new Event('click'), 'target', { value: element }))
}

/**
 * Renders components as a browser does, with their effects, in a window with an empty document. Both are global until `unmount`.
 * @param more further properties of the window and of the navigator
 */
export async function mount(content: ReactNode, more: { window?: object; navigator?: object } = {}) {
  const window = Object.assign(new EventTarget(), {
    event: undefined,
    HTMLIFrameElement: class {},
    ...more.window,
  })
  const document: object = Object.assign(new EventTarget(), {
    nodeType: 9,
    defaultView: window,
    activeElement: null,
    createElement: (name: string) => new SmallNode(1, name.toUpperCase(), document),
    createElementNS: (_namespace: string, name: string) => new SmallNode(1, name, document),
    createTextNode: (text: string) => Object.assign(new SmallNode(3, '#text', document), { nodeValue: text }),
  })
  Object.assign(document, { documentElement: new SmallNode(1, 'HTML', document) })
  Object.assign(window, { document })
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  vi.stubGlobal('navigator', Object.assign({ userAgent: '', onLine: true }, more.navigator))
  const { createRoot } = await import('react-dom/client')
  const page = new SmallNode(1, 'DIV', document)
  const root = createRoot(page as never, { onCaughtError: () => undefined })
  root.render(content)
  return {
    window,
    page,
    async unmount() {
      root.unmount()
      // React has scheduled its last work, which needs the window.
      await new Promise((done) => setImmediate(done))
      vi.unstubAllGlobals()
    },
  }
}
