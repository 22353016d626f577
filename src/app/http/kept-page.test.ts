import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { keepPage, packedWithNonce, withNonce } from './kept-page.ts'
import { newNonce } from './security.ts'

const drawnWith = newNonce()
const page = (nonce: string) =>
  `<!DOCTYPE html><meta content="${nonce}"><p>Zoë’s greens</p><script nonce="${nonce}">1</script><script nonce="${nonce}">2</script>`
const kept = (html: string) => keepPage(Buffer.from(html), drawnWith, {})

describe('a page that is answered again', () => {
  test('carries another nonce wherever it carried one, and is the same otherwise', () => {
    const nonce = newNonce()
    expect(withNonce(kept(page(drawnWith)), nonce).toString()).toBe(page(nonce))
    expect(withNonce(kept(page(drawnWith)), newNonce()).toString()).not.toContain(drawnWith)
  })

  test('keeps what it was drawn with: nobody’s nonce stays in it', () => {
    const one = kept(page(drawnWith))
    withNonce(one, newNonce())
    expect(one.html.toString()).toBe(page(drawnWith))
  })

  test.each([
    ['with nonces', page(drawnWith)],
    ['without one', '<p>plain</p>'],
    ['that begins and ends with one', `${drawnWith}between${drawnWith}`],
    ['of two in a row', drawnWith + drawnWith],
    ['that is long', page(drawnWith) + '<li>coach</li>'.repeat(20_000)],
    ['that is empty', ''],
  ])('%s is packed as gzip that unpacks to just that', async (_, html) => {
    for (const nonce of [newNonce(), newNonce()]) {
      const packed = await packedWithNonce(kept(html), nonce)
      expect(gunzipSync(packed).toString()).toBe(html.replaceAll(drawnWith, nonce))
    }
  })
})
