import { expect, test } from 'vitest'
import { sha256, signRequest } from './s3-signature.ts'

/** The examples of https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html. */
const keys = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const common = {
  host: 'examplebucket.s3.amazonaws.com',
  'x-amz-content-sha256': sha256(''),
  'x-amz-date': '20130524T000000Z',
}
const sign = (path: string, headers: Record<string, string> = {}) =>
  signRequest(
    { method: 'GET', url: new URL(`https://${common.host}${path}`), headers: { ...common, ...headers } },
    keys,
  )

test('signs a part of a file as Amazon does', () => {
  expect(sign('/test.txt', { range: 'bytes=0-9' })).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

test('signs a list of files as Amazon does', () => {
  expect(sign('/?max-keys=2&prefix=J')).toContain(
    'Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  )
})
