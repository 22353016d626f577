import { expect, test } from 'vitest'
import { latestOnly } from './latest-only.ts'

/** Runs requests that are answered later, in any order. */
function requests() {
  const latest = latestOnly()
  const heard: string[] = []
  const ask = () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const over = latest.run(() => promise, {
      done: (answer) => heard.push(answer),
      failed: (error) => heard.push(`failed: ${error}`),
    })
    return {
      answer: (text: string) => {
        resolve(text)
        return over
      },
      fail: (text: string) => {
        reject(text)
        return over
      },
    }
  }
  return { latest, heard, ask }
}

test('the answer to an earlier request is ignored, also when it is the last to arrive', async () => {
  const { heard, ask } = requests()
  const [first, second] = [ask(), ask()]
  await second.answer('second file')
  await first.answer('first file')
  expect(heard).toEqual(['second file'])
})

test('the failure of an earlier request is ignored, that of the last one is not', async () => {
  const { heard, ask } = requests()
  const [first, second] = [ask(), ask()]
  await first.fail('first')
  await second.fail('second')
  expect(heard).toEqual(['failed: second'])
})

test('nothing is heard of a request that was dropped', async () => {
  const { latest, heard, ask } = requests()
  const only = ask()
  latest.drop()
  await only.answer('first file')
  expect(heard).toEqual([])
})
