import { createProcedureClient, getRouter, isProcedure } from '@orpc/server'
import type { Context } from 'hono'
import { api } from '#app/api.ts'
import type { RequestContext } from '#platform/procedures.ts'
import { serverRequest } from '#platform/server-call.ts'
import type { Services } from '#ports/services.ts'
import type { RequestVariables } from './requests.ts'
import { newNonce } from './security.ts'

/** Renders a page. While it is rendered, the API client's calls run in memory as the person who asked for the page. */
export async function renderPage(
  c: Context<{ Variables: RequestVariables }>,
  services: Services,
  context: RequestContext<Services>,
  render: (request: Request) => Promise<Response> | Response,
): Promise<Response> {
  const nonce = newNonce()
  c.set('nonce', nonce)
  const response = await serverRequest.run(
    { nonce, origin: services.env.appUrl, call: (path, input) => callProcedure(path, input, context) },
    () => render(c.req.raw),
  )
  const page = new Response(response.body, response)
  if (page.headers.get('content-type')?.startsWith('text/html'))
    page.headers.set('cache-control', 'private, no-cache')
  return page
}

async function callProcedure(
  path: readonly string[],
  input: unknown,
  context: RequestContext<Services>,
): Promise<unknown> {
  const found = getRouter(api, path)
  if (!isProcedure(found)) throw new Error(`there is no procedure ${path.join('.')}`)
  return await createProcedureClient(found, { context, path })(input)
}
