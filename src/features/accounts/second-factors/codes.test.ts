import { describe, expect, test } from 'vitest'
import { backupCodesFile, inFours, plainCode, secretOf } from './codes.ts'
import { secondFactorCodeField } from './schema.ts'

describe('a code', () => {
  test.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['abcde-fgh23', 'abcde-fgh23'],
    ['ABCDE FGH23', 'abcde-fgh23'],
    ['abcdefgh23', 'abcde-fgh23'],
  ])('typed as "%s" is %s', (typed, code) => {
    expect(secondFactorCodeField.parse(typed)).toBe(code)
    expect(plainCode(code)).toBe(code)
  })

  test.each(['', '12345', '1234567', 'abcde-fgh2', '١٢٣٤٥٦', '12345a', "' or 1=1 --"])(
    '"%s" is invalid',
    (typed) => expect(secondFactorCodeField.safeParse(typed).success).toBe(false),
  )
})

test('the secret is read from the URI, and shown in groups of four', () => {
  const uri = 'otpauth://totp/Greenside:sam%40example.com?secret=JBSWY3DPEHPK3PXP2A&issuer=Greenside'
  expect(inFours(secretOf(uri))).toBe('JBSW Y3DP EHPK 3PXP 2A')
})

test('the backup code file names its account', () => {
  expect(backupCodesFile('sam@example.com', ['abcde-fgh23', 'zzzzz-22222']).split('\r\n')).toEqual([
    'Greenside backup codes of sam@example.com',
    'Each code works once instead of a code from your app.',
    '',
    'abcde-fgh23',
    'zzzzz-22222',
    '',
  ])
})
