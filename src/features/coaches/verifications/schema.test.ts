import { expect, test } from 'vitest'
import { recordFormSchema } from './schema.ts'

const evidence = 'Membership card 4821'

test('the form accepts a certificate with and without an end date [row 98]', () => {
  expect(recordFormSchema.parse({ evidence: ` ${evidence} `, expiresOn: '' })).toEqual({
    evidence,
    expiresOn: '',
  })
  expect(recordFormSchema.parse({ evidence, expiresOn: '2027-01-31' }).expiresOn).toBe('2027-01-31')
})

test('the form names missing fields [row 98]', () => {
  const wrong = recordFormSchema.safeParse({ evidence: '', expiresOn: '2027-02-31' })
  expect(wrong.error?.issues.map(({ path }) => path[0])).toEqual(['evidence', 'expiresOn'])
  expect(wrong.error?.issues[0]?.message).toBe('Please describe the evidence you saw')
})
