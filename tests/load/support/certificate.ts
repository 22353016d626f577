import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A certificate for a host in `both.pem`, chain and key as HAProxy wants them, by an authority of the drill's own.
 * @param folder where its files go
 * @returns the authority's certificate
 */
export function makeCertificate(folder: string, host: string): string {
  const at = (file: string) => join(folder, file)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '60',
    '-subj',
    '/CN=Authority of the drill',
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
  )
  openssl(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    `/CN=${host}`,
    '-keyout',
    at('key.pem'),
    '-out',
    at('request.pem'),
  )
  writeFileSync(at('names'), `subjectAltName=DNS:${host}`)
  openssl(
    'x509',
    '-req',
    '-in',
    at('request.pem'),
    '-CA',
    at('ca.pem'),
    '-CAkey',
    at('ca.key'),
    '-CAcreateserial',
    '-days',
    '60',
    '-extfile',
    at('names'),
    '-out',
    at('certificate.pem'),
  )
  writeFileSync(
    at('both.pem'),
    readFileSync(at('certificate.pem'), 'utf8') + readFileSync(at('key.pem'), 'utf8'),
  )
  chmodSync(at('ca.pem'), 0o644)
  return at('ca.pem')
}
