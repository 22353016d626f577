import { randomBytes } from 'node:crypto'
import { AppError } from '#platform/errors.ts'
import { fetchPublic } from '#platform/fetch-public.ts'
import { signedValues } from '#platform/signed-value.ts'
import type { Services } from '#ports/services.ts'

/**
 * Verifies that a URL belongs to this installation. Sign-in and reset links use the App URL, so another site
 * there would receive them. The public proxies block `/healthz`, so the proof has its own path.
 */
export const proofPath = '/.well-known/greenside-proof'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1_000

/**
 * Computes the response to a challenge, which requires the secret of the installation.
 * @returns null when it is not a valid challenge
 */
export function challengeAnswer(
  { SESSION_SECRET }: Pick<Services['env'], 'SESSION_SECRET'>,
  challenge: string,
): string | null {
  if (!/^[a-f0-9]{32}$/.test(challenge)) return null
  return signedValues(SESSION_SECRET, 'app-url-proof').sign(challenge)
}

/**
 * Checks by a challenge whether a URL belongs to this installation.
 * @param url scheme and domain, without a path
 * @throws AppError not_this_site
 */
export async function checkIsThisSite(
  { env, log }: Pick<Services, 'env' | 'log'>,
  url: string,
): Promise<void> {
  const challenge = randomBytes(16).toString('hex')
  // An installation without HTTPS runs on a local machine or network.
  const isLocal = env.appUrl.startsWith('http://') && url.startsWith('http://')
  const settings = {
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    ...(isLocal ? { extraHosts: [new URL(url).host] } : {}),
  }
  try {
    const { body } = await fetchPublic(`${url}${proofPath}?challenge=${challenge}`, {}, settings)
    if (body.toString('utf8') === challengeAnswer(env, challenge)) return
  } catch (error) {
    log.info({ err: error, url }, 'app url: the address did not answer the challenge')
  }
  throw new AppError(
    'bad_input',
    'not_this_site',
    `${url} does not lead to this site. Point the domain at this server first, then save again. Nothing was changed.`,
  )
}
