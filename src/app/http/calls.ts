import { StandardOpenAPIHandler } from '@orpc/openapi/standard'
import { FetchHandler } from '@orpc/server/fetch'
import { StrictGetMethodPlugin } from '@orpc/server/plugins'
import { type StandardHandler, StandardRPCHandler } from '@orpc/server/standard'
import type { Context } from 'hono'
import { api } from '#app/api.ts'
import type { RequestContext } from '#platform/procedures.ts'
import type { Services } from '#ports/services.ts'
import type { RequestVariables } from './requests.ts'
import { sendWhole } from './whole-answers.ts'

type CallContext = RequestContext<Services>

/**
 * Answers calls of procedures at `/api/*` (REST) and `/rpc/*` (our own pages). The library decides which procedure it is, what
 * it is given and what it answers; JSON, which is nearly everything, is read and written here, because building the web's
 * standard objects for each of them takes longer than most procedures. All else goes the library's whole way.
 */
export function callDoors() {
  return {
    rest: door('/api', new StandardOpenAPIHandler<CallContext>(api, {})),
    rpc: door('/rpc', new StandardRPCHandler<CallContext>(api, { plugins: [new StrictGetMethodPlugin()] })),
  }
}

/** @returns the answer, or null where no procedure has this address */
function door(prefix: '/api' | '/rpc', handler: StandardHandler<CallContext>) {
  const wholeWay = new FetchHandler(handler)
  return async (
    c: Context<{ Variables: RequestVariables }>,
    context: CallContext,
  ): Promise<Response | null> => {
    const request = c.req.raw
    if (!isPlainRequest(request)) {
      const { matched, response } = await wholeWay.handle(request, { prefix, context })
      return matched ? withAnswerHeaders(context.answerHeaders, response) : null
    }
    const { matched, response } = await handler.handle(
      {
        method: request.method,
        url: new URL(request.url),
        headers: { 'last-event-id': undefined },
        // No procedure of ours is stopped half-way when somebody leaves.
        signal: undefined,
        // Through the framework, which keeps it: whoever looked before us has read it already.
        body: async () => parseJson(await c.req.text()),
      },
      { prefix, context },
    )
    if (!matched) return null
    const { status, body } = response
    if (body instanceof Blob) return withAnswerHeaders(context.answerHeaders, fileAnswer(status, body))
    // A file among other things, as our own pages' calls carry it.
    if (body instanceof FormData)
      return withAnswerHeaders(context.answerHeaders, new Response(body, { status }))
    const text = body === undefined ? null : JSON.stringify(body)
    const headers: Record<string, string> = text === null ? {} : { 'content-type': JSON_TYPE }
    if (!hasAny(context.answerHeaders)) return sendWhole(c, status, text, headers)
    return withAnswerHeaders(context.answerHeaders, new Response(text, { status, headers }))
  }
}

const JSON_TYPE = 'application/json'

/** A request that brings JSON or nothing, and is not a stream being taken up again. */
function isPlainRequest({ method, headers }: Request): boolean {
  if (headers.get('last-event-id') !== null) return false
  if (method === 'GET' || method === 'HEAD') return true
  if (headers.get('content-disposition') !== null) return false
  const type = headers.get('content-type')
  return type === null || type.startsWith(JSON_TYPE)
}

/** A file that a procedure made, such as one's own data. */
function fileAnswer(status: number, file: Blob): Response {
  const name = file instanceof File ? file.name : 'file'
  return new Response(file, {
    status,
    headers: {
      'content-type': file.type,
      'content-length': String(file.size),
      'content-disposition': `inline; filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=utf-8''${encodeURIComponent(name)}`,
    },
  })
}

const parseJson = (text: string): unknown => (text === '' ? undefined : JSON.parse(text))

const hasAny = (headers: Headers) => !headers.keys().next().done

function withAnswerHeaders(extra: Headers, response: Response): Response {
  if (!hasAny(extra)) return response
  const answer = new Response(response.body, response)
  for (const [name, value] of extra) answer.headers.append(name, value)
  return answer
}
