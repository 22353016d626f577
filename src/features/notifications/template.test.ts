import { expect, test } from 'vitest'
import { fillHtml, fillText } from './template.ts'

test('a placeholder named like a property of every object is a variable without a value', () => {
  const names = '{{__proto__}}{{constructor}}'
  expect(fillText(`Hello ${names}`, {})).toBe('Hello ')
  expect(fillHtml(`<b>Hello ${names}</b>`, {})).toBe('<b>Hello </b>')
})
