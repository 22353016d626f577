import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { fontFiles } from '#ui/font-files.ts'
import tokens from '#ui/tokens.css?raw'
import type { EmbedTheme } from './embed.ts'
import panelStyles from './panel.css?raw'
import script from './panel-script.js?raw'

const [fraunces, instrumentSans] = fontFiles
const face = (family: string, url: string | undefined) =>
  `@font-face{font-family:"${family}";font-weight:400 700;font-display:swap;src:url("${url}") format("woff2")}`
const styles = [face('Fraunces', fraunces), face('Instrument Sans', instrumentSans), tokens, panelStyles]
  .join('\n')
  .replace(/\/\*[\s\S]*?\*\//g, '')
  .replace(/\s+/g, ' ')

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

/** What the page's security policy admits: its one script and its styles, by their SHA-256 hashes (base64). */
export const panelHashes = { script: sha256(script), style: sha256(styles) }

/** A page for a frame on another site, with nothing of our own pages in it: no session, no application, one short script. */
export async function panelPage(page: {
  title: string
  theme: EmbedTheme
  panel: ReturnType<typeof html>
}): Promise<string> {
  const { title, theme, panel } = page
  return String(
    await html`<!doctype html><html lang="en" data-theme="${theme}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title><style>${raw(styles)}</style></head>
<body><main id="panel">${panel}</main><p id="said" class="sr" role="status"></p><script>${raw(script)}</script></body></html>`,
  )
}
