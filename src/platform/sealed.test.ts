import { expect, test } from 'vitest'
import { createSealer } from './sealed.ts'

const secret = 'a secret of the tests, and of nobody else'

test('sealed data opens only with the same key, purpose and owner', () => {
  const sealer = createSealer(secret, 'tests')
  const sealed = sealer.seal('a private address ⛳', 'maya')
  expect(sealed.toString('latin1')).not.toContain('private')
  expect(sealer.open(sealed, 'maya')).toBe('a private address ⛳')
  expect(sealer.open(sealed, 'dale')).toBeNull()
  expect(createSealer(secret, 'another use').open(sealed, 'maya')).toBeNull()
  expect(createSealer(`${secret}!`, 'tests').open(sealed, 'maya')).toBeNull()
})

test('the same text is sealed differently each time, and a changed byte is detected', () => {
  const sealer = createSealer(secret, 'tests')
  const [one, two] = [sealer.seal('token', 'maya'), sealer.seal('token', 'maya')]
  expect(one.equals(two)).toBe(false)
  for (let at = 0; at < one.length; at++) {
    const changed = Buffer.from(one)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(sealer.open(changed, 'maya')).toBeNull()
  }
  expect(sealer.open(Buffer.alloc(0), 'maya')).toBeNull()
})
