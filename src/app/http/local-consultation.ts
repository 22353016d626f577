import { html } from 'hono/html'

/** The demo's replacement for the operator's scheduling page, which is an external site. */
export function consultationPage(nonce: string) {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Free consultation call · Greenside</title>
    <meta name="viewport" content="width=device-width">
    <style nonce="${nonce}">body{font:16px/1.5 system-ui;max-width:38rem;margin:2rem auto;padding:0 1rem;background:#fbf8f2;color:#1b1f1d}</style></head>
    <body><h1>Free consultation call</h1><p>In this demo nobody answers calls. A real marketplace names its own scheduling page
    with CONSULTATION_URL, and this link leads there.</p><p><a href="/">To the home page</a></p></body></html>`
}
