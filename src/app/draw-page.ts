import { createStartHandler, defaultRenderHandler, defaultStreamHandler } from '@tanstack/react-start/server'
import { postponeScripts } from './late-scripts.ts'

type Draw = typeof defaultStreamHandler

/** What stands where something was not ready in time to be drawn. */
const UNFINISHED = '<!--$!-->'

const drawnBy = (draw: Draw) =>
  createStartHandler((page) => {
    // Development's scripts belong to its server.
    if (import.meta.env.PROD) postponeScripts(page.router)
    return draw(page)
  })

const drawAtOnce = drawnBy(defaultRenderHandler)
const drawAsItComes = drawnBy(defaultStreamHandler)

/**
 * Draws a page. Everything a page shows has been read before it is drawn, so it is drawn in one piece, in half the time that
 * a stream of pieces takes. Only where a part was not ready, mostly one whose code is loaded for the first time, is it drawn
 * again as a stream, which waits for it.
 */
export async function drawPage(request: Request): Promise<Response> {
  if (request.method !== 'GET') return await drawAsItComes(request)
  const drawn = await drawAtOnce(request)
  if (!drawn.headers.get('content-type')?.startsWith('text/html')) return drawn
  const html = await drawn.text()
  if (html.includes(UNFINISHED)) return await drawAsItComes(request)
  return new Response(html, { status: drawn.status, headers: drawn.headers })
}
