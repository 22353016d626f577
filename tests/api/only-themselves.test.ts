import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { actAs } from '../support/acting.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
const password = 'fairway-seven'

/** Calls that an impersonating admin must never make, otherwise valid. */
const calls: [method: string, path: string, body?: object][] = [
  ['PUT', '/api/me/password', { currentPassword: password, newPassword: 'another one, longer' }],
  ['POST', '/api/me/email', { newEmail: 'elsewhere@students.test', password }],
  ['POST', '/api/me/closure', { password }],
  ['GET', '/api/me/export'],
  ['POST', '/api/me/second-factor', { password }],
  ['POST', '/api/me/second-factor/end', { password, code: '123456' }],
  ['POST', '/api/me/second-factor/backup-codes', { password, code: '123456' }],
]

test.each(calls)(
  '%s %s is only for the person, not for an admin acting as them',
  async (method, path, body) => {
    const sam = await product.student()
    const send = () =>
      sam.send(method, path, body && JSON.stringify(body), { 'content-type': 'application/json' })
    const end = actAs(product, sam, randomUUID())
    const acting = await send()
    end()
    expect([acting.status, acting.json?.code], acting.text).toEqual([403, 'impersonating'])
    // The same call by the user is allowed, or refused for another reason.
    const own = await send()
    expect(own.json?.code).not.toBe('impersonating')
  },
)
