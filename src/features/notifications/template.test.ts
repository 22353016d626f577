import { expect, test } from 'vitest'
import { fillHtml, fillText } from './template.ts'

test('a placeholder named like a built-in object property is a variable without a value', () => {
  const names = '{{__proto__}}{{constructor}}'
  expect(fillText(`Hello ${names}`, {})).toBe('Hello ')
  expect(fillHtml(`<b>Hello ${names}</b>`, {})).toBe('<b>Hello </b>')
})
