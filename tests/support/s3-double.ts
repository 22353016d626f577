import type { IncomingMessage, ServerResponse } from 'node:http'
import { startLocalServer } from './local-server.ts'
import { sha256, signRequest } from './s3-signature.ts'

/** A failure to simulate. */
type Trouble =
  /** `503 SlowDown`, optionally with Retry-After in seconds. */
  | { refuse: 503; retryAfter?: number }
  /** Closes the connection after this number of received or sent bytes. */
  | { cutAfter: number }
  /** Never responds. */
  | 'hang'
  /** Stops sending after this number of bytes, with the connection left open. */
  | { stallAfter: number }

/** Names per page of a listing; S3 has a thousand. */
const PAGE = 1_000

/** An in-memory bucket that verifies every signature and hash, like S3. */
export async function s3Double(keys: { accessKeyId: string; secretAccessKey: string; region: string }) {
  const files = new Map<string, { bytes: Buffer; type: string }>()
  const refusals: string[] = []
  const requests: { method: string; key: string; range: string | undefined }[] = []
  let trouble: Trouble[] = []
  let pageSize = PAGE

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const key = url.pathname.replace(/^\/bucket\//, '')
    const method = request.method ?? ''
    requests.push({ method, key, range: request.headers.range })
    const refuse = (status: number, code: string, more: Record<string, string> = {}) => {
      refusals.push(code)
      response.writeHead(status, { 'content-type': 'application/xml', ...more })
      response.end(`<Error><Code>${code}</Code></Error>`)
    }
    const problem = trouble.shift()
    if (problem === 'hang') return
    const chunks: Buffer[] = []
    let came = 0
    for await (const chunk of request) {
      chunks.push(chunk)
      came += chunk.length
      if (problem && 'cutAfter' in problem && method === 'PUT' && came >= problem.cutAfter)
        return request.socket.destroy()
    }
    const body = Buffer.concat(chunks)
    if (problem && 'refuse' in problem)
      return refuse(
        503,
        'SlowDown',
        problem.retryAfter === undefined ? {} : { 'retry-after': String(problem.retryAfter) },
      )
    const names = /SignedHeaders=([^,]+)/.exec(request.headers.authorization ?? '')?.[1]?.split(';') ?? []
    const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name])]))
    const claimed = (request.headers.authorization ?? '').replaceAll(', ', ',')
    if (signRequest({ method, url, headers }, keys) !== claimed) return refuse(403, 'SignatureDoesNotMatch')
    if (sha256(body) !== request.headers['x-amz-content-sha256'])
      return refuse(400, 'XAmzContentSHA256Mismatch')
    if (method === 'PUT') {
      if (request.headers['content-length'] === undefined) return refuse(411, 'MissingContentLength')
      files.set(key, { bytes: body, type: String(request.headers['content-type']) })
      return response.end()
    }
    if (method === 'DELETE') {
      files.delete(key)
      return response.writeHead(204).end()
    }
    const prefix = url.searchParams.get('prefix')
    if (prefix !== null) return response.end(list(prefix, url.searchParams.get('continuation-token')))
    const file = files.get(key)
    if (!file) return refuse(404, 'NoSuchKey')
    const etag = `"${sha256(file.bytes)}"`
    if ((request.headers['if-match'] ?? etag) !== etag) return refuse(412, 'PreconditionFailed')
    const range = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '')
    const part = range ? file.bytes.subarray(Number(range[1]), Number(range[2]) + 1) : file.bytes
    response.writeHead(range ? 206 : 200, {
      'content-type': file.type,
      'content-length': part.length,
      etag,
      ...(range ? { 'content-range': `bytes ${range[1]}-${range[2]}/${file.bytes.length}` } : {}),
    })
    if (problem && 'cutAfter' in problem)
      return response.write(part.subarray(0, problem.cutAfter), () => response.destroy())
    if (problem && 'stallAfter' in problem) return response.write(part.subarray(0, problem.stallAfter))
    response.end(part)
  }

  /** A page of sorted names. The continuation token encodes the last name and contains special characters. */
  function list(prefix: string, token: string | null): string {
    const after = token ? Buffer.from(token.replace(/^1\/&/, ''), 'base64').toString() : ''
    const found = [...files.keys()].filter((one) => one.startsWith(prefix) && one > after).sort()
    const page = found.slice(0, pageSize)
    const next = `1/&${Buffer.from(page.at(-1) ?? '').toString('base64')}`.replaceAll('&', '&amp;')
    const isTruncated = found.length > page.length
    return `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${page
      .map((one) => `<Contents><Key>${one}</Key></Contents>`)
      .join(
        '',
      )}${isTruncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}</ListBucketResult>`
  }

  const server = await startLocalServer(handle)
  return {
    endpoint: server.url,
    close: server.close,
    files,
    refusals,
    /** All requests, in order. */
    requests,
    /** Answers the next requests with `503 SlowDown`. */
    stumble: (times: number) => {
      trouble = Array.from({ length: times }, () => ({ refuse: 503 }) as const)
    },
    /** Failures for the next requests, one each. */
    misbehave(...next: Trouble[]) {
      trouble = next
    },
    /** Sets the number of names per page of a listing. */
    listBy(size: number) {
      pageSize = size
    },
  }
}
