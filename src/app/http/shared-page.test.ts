import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { newNonce } from './security.ts'
import { answerShared, sharePage } from './shared-page.ts'

const nonce = newNonce()
const drawn = `<!DOCTYPE html><meta property="csp-nonce" content="${nonce}"/><p>Zoë’s greens</p><script nonce="${nonce}">let a = '<b>'
</script><script type="application/ld+json" nonce="${nonce}">{"a":1}</script><script async="" src="/assets/a.js" nonce="${nonce}"></script><script>injected()</script>`
const share = async (html = drawn, used = nonce) => {
  const page = await sharePage(html, used, { 'content-type': 'text/html; charset=utf-8' })
  if (!page) throw new Error('cannot be shared')
  return page
}

describe('a shared page', () => {
  test('has no nonce, and is the same regardless of the nonce it was rendered with', async () => {
    const other = newNonce()
    const [one, two] = [await share(), await share(drawn.replaceAll(nonce, other), other)]
    expect(one.html.toString()).not.toContain('nonce')
    expect(two.html.toString()).toBe(one.html.toString())
    expect([two.etag, two.scriptHashes]).toEqual([one.etag, one.scriptHashes])
  })

  test('allows the inline scripts that were rendered, and none without a nonce', async () => {
    const hash = createHash('sha256').update("let a = '<b>'\n").digest('base64')
    expect((await share()).scriptHashes).toEqual([hash])
  })

  test('is not shared when its text contains a nonce', async () => {
    expect(await sharePage(`${drawn}<p>${nonce}</p>`, nonce, {})).toBeNull()
  })

  test('is compressed for clients that accept it, with the same ETag', async () => {
    const page = await share()
    const packed = answerShared(page, { acceptEncoding: 'gzip, br' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.headers.get('etag')).toBe(answerShared(page, {}).headers.get('etag'))
    expect(gunzipSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(page.html.toString())
  })

  test.each(['same', 'strong', 'list', '*'])(
    'is not sent again to clients that have it: %s',
    async (kind) => {
      const page = await share()
      const tags = { same: page.etag, strong: page.etag.slice(2), list: `"x", ${page.etag}`, '*': '*' }
      const answer = answerShared(page, {
        ifNoneMatch: tags[kind as keyof typeof tags],
        acceptEncoding: 'gzip',
      })
      expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, page.etag, ''])
      expect(answer.headers.get('content-encoding')).toBeNull()
    },
  )

  test('is sent to clients that have another version', async () => {
    expect(answerShared(await share(), { ifNoneMatch: 'W/"other"' }).status).toBe(200)
  })
})
