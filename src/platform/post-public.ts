import { request as plainRequest } from 'node:http'
import { request as securedRequest } from 'node:https'
import { checkedLookup, everyAddress, faultOf, type PublicFetchSettings, publicUrl } from './fetch-public.ts'

/**
 * Sends a request to a URL entered by a user, with the same protection as `fetchPublic`: https only, no
 * addresses within our own network, and a connection to the address that was checked. Redirects are not
 * followed, and the response body is not read.
 * @returns the status of the response
 * @throws PublicFetchError
 */
export async function postPublic(
  address: string,
  what: { body: string; headers: Record<string, string> },
  { timeoutMs, extraHosts = [], resolve = everyAddress }: Omit<PublicFetchSettings, 'maxBytes'>,
): Promise<{ status: number }> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const url = publicUrl(address, extraHosts)
    const isExtra = extraHosts.includes(url.host)
    const request = isExtra ? plainRequest : securedRequest
    return await new Promise((done, fail) => {
      const asked = request(url, {
        method: 'POST',
        signal,
        agent: false,
        lookup: isExtra ? undefined : checkedLookup(resolve),
        headers: {
          ...what.headers,
          'content-length': Buffer.byteLength(what.body),
          'user-agent': 'Greenside webhooks',
        },
      })
      asked.on('response', (answer) => {
        done({ status: answer.statusCode ?? 0 })
        answer.on('error', () => undefined).destroy()
      })
      asked.on('error', fail)
      asked.end(what.body)
    })
  } catch (error) {
    throw faultOf(error, signal)
  }
}
