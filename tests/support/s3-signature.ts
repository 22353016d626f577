import { createHash, createHmac } from 'node:crypto'

/**
 * The signature of a request to S3, written from its description and not with the library the product uses (AWS Signature Version 4,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
 * @param request.headers all that are sent and to be signed, `host`, `x-amz-date` and `x-amz-content-sha256` among them
 * @returns the `authorization` header
 */
export function signRequest(
  request: { method: string; url: URL; headers: Readonly<Record<string, string>> },
  keys: { accessKeyId: string; secretAccessKey: string; region: string },
): string {
  const names = Object.keys(request.headers).sort()
  const at = request.headers['x-amz-date'] ?? ''
  const canonical = [
    request.method,
    request.url.pathname,
    [...request.url.searchParams]
      .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
      .sort()
      .join('&'),
    ...names.map((name) => `${name}:${request.headers[name]?.trim()}`),
    '',
    names.join(';'),
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${at.slice(0, 8)}/${keys.region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')
  const key = [at.slice(0, 8), keys.region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${keys.secretAccessKey}`,
  )
  const signature = createHmac('sha256', key).update(toSign).digest('hex')
  return `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`
}

export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
