import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sha256, signRequest } from './s3-signature.ts'

/** A bucket in memory that checks every signature and hash, as S3 does. */
export async function s3Double(keys: { accessKeyId: string; secretAccessKey: string; region: string }) {
  const files = new Map<string, { bytes: Buffer; type: string }>()
  const refusals: string[] = []
  let stumbles = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const names = /SignedHeaders=([^,]+)/.exec(request.headers.authorization ?? '')?.[1]?.split(';') ?? []
    const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name])]))
    const refuse = (status: number, code: string) => {
      refusals.push(code)
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(`<Error><Code>${code}</Code></Error>`)
    }
    if (stumbles-- > 0) return refuse(503, 'SlowDown')
    const claimed = (request.headers.authorization ?? '').replaceAll(', ', ',')
    if (signRequest({ method: request.method ?? '', url, headers }, keys) !== claimed)
      return refuse(403, 'SignatureDoesNotMatch')
    if (sha256(body) !== request.headers['x-amz-content-sha256'])
      return refuse(400, 'XAmzContentSHA256Mismatch')
    const key = url.pathname.replace(/^\/bucket\//, '')
    if (request.method === 'PUT') {
      files.set(key, { bytes: body, type: String(request.headers['content-type']) })
      return response.end()
    }
    if (request.method === 'DELETE') {
      files.delete(key)
      return response.writeHead(204).end()
    }
    const prefix = url.searchParams.get('prefix')
    if (prefix !== null) {
      const found = [...files.keys()].filter((one) => one.startsWith(prefix))
      return response.end(
        `<ListBucketResult>${found.map((one) => `<Contents><Key>${one}</Key></Contents>`).join('')}</ListBucketResult>`,
      )
    }
    const file = files.get(key)
    if (!file) return refuse(404, 'NoSuchKey')
    const range = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '')
    const part = range ? file.bytes.subarray(Number(range[1]), Number(range[2]) + 1) : file.bytes
    response.writeHead(range ? 206 : 200, {
      'content-type': file.type,
      'content-length': part.length,
      ...(range ? { 'content-range': `bytes ${range[1]}-${range[2]}/${file.bytes.length}` } : {}),
    })
    response.end(part)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    refusals,
    /** The next so many requests are answered with `503 SlowDown`. */
    stumble: (times: number) => {
      stumbles = times
    },
    close: () => new Promise((closed) => server.close(closed)),
  }
}
