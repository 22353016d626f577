import { expect, test } from 'vitest'
import { createEncodingTurns } from './encoding-turns.ts'

/** Work that ends on demand, and the order in which it began. */
function workbench(atOnce: number) {
  const inTurn = createEncodingTurns(atOnce)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const give = (personId: string, name: string) =>
    inTurn(personId, async () => {
      begun.push(name)
      await new Promise<void>((end) => ends.set(name, end))
    })
  const settled = () => new Promise((done) => setImmediate(done))
  const end = async (name: string) => {
    ends.get(name)?.()
    await settled()
  }
  return { inTurn, begun, give, end, settled }
}

test('one person who uploads 25 files has one of them encoded at a time, and others do not wait for all', async () => {
  const { begun, give, end, settled } = workbench(2)
  for (let n = 0; n < 25; n++) void give('ann', `ann ${n}`)
  await settled()
  expect(begun).toEqual(['ann 0'])
  void give('ben', 'ben 0')
  void give('cleo', 'cleo 0')
  await settled()
  expect(begun).toEqual(['ann 0', 'ben 0'])
  // Ann goes to the end of the line.
  await end('ann 0')
  expect(begun).toEqual(['ann 0', 'ben 0', 'cleo 0'])
  await end('ben 0')
  expect(begun.at(-1)).toBe('ann 1')
})

test('work that fails gives its turn back, and its failure to whoever asked', async () => {
  const { inTurn } = workbench(1)
  await expect(inTurn('ann', () => Promise.reject(new Error('unreadable')))).rejects.toThrow('unreadable')
  await expect(inTurn('ann', () => Promise.resolve('encoded'))).resolves.toBe('encoded')
})
