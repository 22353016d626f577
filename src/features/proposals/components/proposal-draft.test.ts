import { expect, test } from 'vitest'
import { checkDraft, startDraft } from './proposal-draft.ts'

const draft = {
  ...startDraft(undefined, {}),
  studentId: '5a4d0001-0000-4000-8000-000000000001',
  title: 'Short game',
  times: ['2026-12-08T13:00:00.000Z'],
}
const priced = (price: string) => checkDraft({ ...draft, price }, 8_500)

test.each([
  ['85', 8_500],
  ['$1,200.50', 120_050],
  [' 127.5 ', 12_750],
  ['', 8_500],
])('a price of “%s” is %i cents', (price, priceCents) => {
  expect(priced(price)).toMatchObject({ ok: true, input: { priceCents } })
})

test.each(['200.005', '10,50', '12,00', '1e2', '0x50', '-5', '85 dollars', '8 5', 'Infinity'])(
  'a price of “%s” is rejected instead of being rounded silently',
  (price) => {
    expect(priced(price)).toEqual({
      ok: false,
      errors: { priceCents: 'Enter an amount such as 85 or 127.50' },
    })
  },
)
