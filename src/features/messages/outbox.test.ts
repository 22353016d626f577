import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  enqueue,
  isPassing,
  nextInLine,
  type Outbox,
  type QueuedMessage,
  readOutbox,
  refuse,
  remove,
  tryAgain,
  waitAfter,
} from './outbox.ts'

const message = (clientId: string): QueuedMessage => ({
  clientId,
  thread: 'maya-and-sam',
  content: `message ${clientId}`,
  files: [],
  writtenAt: 1_000,
  refusal: null,
})
const ids = (outbox: Outbox) => outbox.map(({ clientId }) => clientId).join('')
const abc = ['a', 'b', 'c'].map(message).reduce(enqueue, [] as Outbox)

describe('pending messages', () => {
  test('are sent in the order they were written, each once', () => {
    expect(ids(enqueue(abc, message('b')))).toBe('abc')
    expect(nextInLine(abc)?.clientId).toBe('a')
    expect(nextInLine(remove(abc, 'a'))?.clientId).toBe('b')
  })

  test('one that was refused does not block the others, and goes last when retried', () => {
    const refused = refuse(abc, 'a', 'They do not take messages.')
    expect(nextInLine(refused)?.clientId).toBe('b')
    expect(ids(tryAgain(refused, 'a'))).toBe('bca')
    expect(nextInLine(tryAgain(remove(remove(refused, 'b'), 'c'), 'a'))?.refusal).toBeNull()
  })

  test('are restored from the browser, and corrupt data is ignored', () => {
    expect(readOutbox(JSON.stringify(abc))).toEqual(abc)
    for (const kept of [null, '', '{', 'null', '{}', '[null,1,"x",{"clientId":"a"}]'])
      expect(readOutbox(kept)).toEqual([])
  })

  test('wait when offline, with a busy server or an expired session; a refusal is final, a server error is not', () => {
    for (const code of ['offline', 'unavailable', 'too_many_requests', 'not_signed_in'])
      expect(isPassing(code, 100)).toBe(true)
    expect(isPassing('blocked', 1)).toBe(false)
    expect([1, 4, 5].map((failures) => isPassing('internal', failures))).toEqual([true, true, false])
    expect([1, 2, 5, 6, 50].map(waitAfter)).toEqual([1_000, 2_000, 16_000, 30_000, 30_000])
  })

  test('are never duplicated, and leave only when removed', () => {
    const step = fc.record({
      what: fc.constantFrom('enqueue', 'remove', 'refuse', 'tryAgain'),
      id: fc.constantFrom('a', 'b', 'c', 'd'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let outbox: Outbox = []
        const inside = new Set<string>()
        for (const { what, id } of steps) {
          if (what === 'enqueue') outbox = enqueue(outbox, message(id))
          else if (what === 'remove') outbox = remove(outbox, id)
          else outbox = what === 'refuse' ? refuse(outbox, id, 'no') : tryAgain(outbox, id)
          if (what === 'enqueue') inside.add(id)
          if (what === 'remove') inside.delete(id)
          expect(ids(outbox).split('').sort()).toEqual([...inside].sort())
        }
      }),
    )
  })
})
