import { expect, test } from 'vitest'
import { cn } from './class-names.ts'

test('of two that set the same property, the later wins; the others stay, in their order', () => {
  expect(cn('p-6 text-sm text-muted', 'px-4', false, 'text-ink')).toBe('p-6 text-sm px-4 text-ink')
  expect(cn('px-4 pt-2', { 'p-0': true })).toBe('p-0')
  expect(cn('hidden sm:flex', 'sm:hidden')).toBe('hidden sm:hidden')
  expect(cn('hover:bg-brand', 'bg-accent')).toBe('hover:bg-brand bg-accent')
  expect(cn('[&_svg]:size-4', '[&_svg]:size-5')).toBe('[&_svg]:size-5')
  expect(cn('group custom', undefined)).toBe('group custom')
})

test("the theme's own sizes, corners and shadows are known as such", () => {
  expect(cn('text-sm text-muted', 'text-lead')).toBe('text-muted text-lead')
  expect(cn('text-title', 'text-brand-text')).toBe('text-title text-brand-text')
  expect(cn('rounded-card', 'rounded-control')).toBe('rounded-control')
  expect(cn('shadow-float', 'shadow-none')).toBe('shadow-none')
})
