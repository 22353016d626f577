import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { siteName } from '#platform/site-name.ts'

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const files: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
])

/** The API's reference page, from files of our own; it runs no script but these. */
export function docsPage(nonce: string) {
  const start = `SwaggerUIBundle({ url: '/api/v1/spec.json', dom_id: '#reference', deepLinking: true, supportedSubmitMethods: ['get'] })`
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${siteName} API</title>
    <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
    <body><main id="reference"></main><script src="/api/docs/swagger-ui-bundle.js"></script>
    ${raw(`<script nonce="${nonce}">${start}</script>`)}</body></html>`
}

export async function docsFile(c: Context) {
  const name = c.req.param('file') ?? ''
  const type = files.get(name)
  if (!type) return c.json({ code: 'no_such_route', message: 'There is nothing at this address.' }, 404)
  return c.body(await readFile(join(folder, name), 'utf8'), 200, {
    'content-type': type,
    'cache-control': 'public, max-age=86400',
  })
}
