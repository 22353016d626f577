import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { Clock } from '#platform/clock.ts'
import { toIso } from '#platform/time.ts'
import { checkedKey, type FilesPort } from './files.ts'

export interface S3Settings {
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Another service that speaks S3; its buckets are folders of this address. */
  endpoint?: string
}

/** Of nothing. */
const EMPTY_SHA256 = createHash('sha256').digest('hex')
const TIMEOUT_MS = 60_000
const TRIES = 3

/**
 * Files in an S3 bucket, which should be private. Five operations of its HTTP API
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/) do without Amazon's SDK, which is larger than this server.
 */
export function s3Files(settings: S3Settings, clock: Clock): FilesPort {
  const { bucket, region, endpoint } = settings
  const base = endpoint
    ? `${endpoint.replace(/\/$/, '')}/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`

  return {
    async put(key, path, type) {
      const hash = createHash('sha256')
      await pipeline(createReadStream(path), hash)
      const answer = await ask('PUT', checkedKey(key), {
        hash: hash.digest('hex'),
        headers: { 'content-type': type },
        body: await readFile(path),
      })
      await refuse(answer, key)
    },
    async open(key, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const answer = await ask('GET', checkedKey(key), { headers })
      if (answer.status === 404) return null
      await refuse(answer, key)
      const whole = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1]
      const bytes = Number(whole ?? answer.headers.get('content-length'))
      return { body: answer.body ?? new Blob().stream(), bytes }
    },
    async removeFolder(folder) {
      const prefix = `${checkedKey(folder)}/`
      const listed = await ask('GET', '', { query: { 'list-type': '2', prefix } })
      await refuse(listed, folder)
      const keys = [...(await listed.text()).matchAll(/<Key>([^<&]+)<\/Key>/g)].map((found) => found[1] ?? '')
      for (const key of keys.filter((one) => one.startsWith(prefix)))
        await refuse(await ask('DELETE', checkedKey(key)), key)
    },
  }

  async function ask(
    method: string,
    key: string,
    request: {
      hash?: string
      headers?: Record<string, string>
      query?: Record<string, string>
      body?: Uint8Array<ArrayBuffer>
    } = {},
  ): Promise<Response> {
    const url = new URL(`${base}/${key}`)
    for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value)
    for (let attempt = 1; ; attempt++) {
      const signed = await new AwsV4Signer({
        method,
        url: url.href,
        headers: { ...request.headers, 'x-amz-content-sha256': request.hash ?? EMPTY_SHA256 },
        accessKeyId: settings.accessKeyId,
        secretAccessKey: settings.secretAccessKey,
        region,
        service: 's3',
        datetime: toIso(clock.now()).replace(/[-:]|\.\d+/g, ''),
        // The content's type is part of what is signed.
        allHeaders: true,
      }).sign()
      const answer = await fetch(signed.url, {
        method,
        headers: signed.headers,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(request.body ? { body: request.body } : {}),
      }).catch((error: unknown) => {
        if (attempt === TRIES) throw error
        return null
      })
      if (answer && (answer.status < 500 || attempt === TRIES)) return answer
      await answer?.body?.cancel()
    }
  }
}

async function refuse(answer: Response, key: string) {
  if (answer.ok) return
  const said = /<Code>([^<]{1,80})<\/Code>/.exec(await answer.text().catch(() => ''))?.[1] ?? 'no code'
  throw new Error(`file storage answered ${answer.status} (${said}) for ${key}`)
}
