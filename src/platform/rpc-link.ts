import { createORPCErrorFromJson, isORPCErrorJson } from '@orpc/client'

interface CallOptions {
  signal?: AbortSignal | undefined
  lastEventId?: string | undefined
}

/**
 * Calls procedures over HTTP. Nearly every call is plain JSON both ways, and that fits in this file; dates, files and
 * streams go the way of the library, which is fetched for the first of them.
 * @param origin where the API is: `https://greenside.example`
 * @returns the call; it throws ORPCError for an answer that refuses, and what `fetch` throws when there is no answer
 */
export function rpcOverHttp(origin: () => string, send: typeof fetch = (...args) => fetch(...args)) {
  return async (path: readonly string[], input: unknown, options: CallOptions = {}): Promise<unknown> => {
    const viaLibrary = async (withFetch: typeof fetch) => {
      const { RPCLink } = await import('@orpc/client/fetch')
      const library = new RPCLink({
        url: `${origin()}/rpc`,
        fetch: (request, init) => withFetch(request, init),
      })
      return await library.call(path, input, { ...options, context: {} })
    }
    if (!isPlain(input) || options.lastEventId !== undefined) return await viaLibrary(send)
    const answer = await send(`${origin()}/rpc/${path.map(encodeURIComponent).join('/')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ json: input }),
      signal: options.signal ?? null,
      redirect: 'manual',
    })
    if (!isJson(answer)) return await viaLibrary(async () => answer)
    const text = await answer.text()
    const { json, meta }: { json?: unknown; meta?: unknown[] } = JSON.parse(text)
    if (meta && meta.length > 0)
      return await viaLibrary(
        async () => new Response(text, { status: answer.status, headers: answer.headers }),
      )
    if (answer.status < 400) return json
    if (isORPCErrorJson(json)) throw createORPCErrorFromJson(json)
    throw new Error(`the API answered ${answer.status}`)
  }
}

const isJson = (answer: Response) => answer.headers.get('content-type')?.startsWith('application/json')

/** What JSON says without loss. A field that is undefined is left out, as anywhere. */
function isPlain(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every((one) => one !== undefined && isPlain(one))
  if (typeof value !== 'object') return typeof value === 'string' || typeof value === 'boolean'
  const kind = Object.getPrototypeOf(value)
  return (kind === Object.prototype || kind === null) && Object.values(value).every(isPlain)
}
