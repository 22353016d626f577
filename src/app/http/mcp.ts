import { createMcpHandler } from '@modelcontextprotocol/server'
import { createRouterClient } from '@orpc/server'
import type { Context } from 'hono'
import { publicApi } from '#features/public-api/api.ts'
import { assistantServer } from '#features/public-api/assistant-tools.ts'
import type { RequestContext } from '#platform/procedures.ts'
import type { Services } from '#ports/services.ts'
import type { RequestVariables } from './requests.ts'

const MAX_BODY_BYTES = 64 * 1024

/**
 * Answers assistants by the Model Context Protocol (streamable HTTP, without sessions). A call is one request and one answer, so that
 * any process can answer it.
 * @param context of the call; its actor is the owner of the access token, or null without a token
 */
export async function answerMcp(
  c: Context<{ Variables: RequestVariables }>,
  context: RequestContext<Services>,
): Promise<Response> {
  const { services, actor, log, requestId } = context
  const client = createRouterClient(publicApi, { context })
  const handler = createMcpHandler(
    () =>
      assistantServer(client, {
        scopes: actor?.token?.scopes ?? null,
        now: services.clock.now(),
        onFailure: (err) => log.error({ err, requestId }, 'a tool of an assistant failed'),
      }),
    { maxSubscriptions: 1, keepAliveMs: 0, maxRequestBodySize: MAX_BODY_BYTES },
  )
  return await handler.fetch(c.req.raw)
}
