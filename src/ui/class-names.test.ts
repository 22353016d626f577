import { globSync, readFileSync } from 'node:fs'
import { extendTailwindMerge } from 'tailwind-merge'
import { expect, test } from 'vitest'
import { cn } from './class-names.ts'

type Merge = (classes: string) => string

test('the later of two classes for one property wins; the others stay, in order', () => {
  expect(cn('p-6 text-sm text-muted', 'px-4', false, 'text-ink')).toBe('p-6 text-sm px-4 text-ink')
  expect(cn('px-4 pt-2', { 'p-0': true })).toBe('p-0')
  expect(cn('hidden sm:flex', 'sm:hidden')).toBe('hidden sm:hidden')
  expect(cn('hover:bg-brand', 'bg-accent')).toBe('hover:bg-brand bg-accent')
  expect(cn('[&_svg]:size-4', '[&_svg]:size-5')).toBe('[&_svg]:size-5')
  expect(cn('group custom', undefined)).toBe('group custom')
})

test('the theme’s own sizes, corners and shadows are recognized', () => {
  expect(cn('text-sm text-muted', 'text-lead')).toBe('text-muted text-lead')
  expect(cn('text-title', 'text-brand-text')).toBe('text-title text-brand-text')
  expect(cn('rounded-card', 'rounded-control')).toBe('rounded-control')
  expect(cn('shadow-float', 'shadow-none')).toBe('shadow-none')
})

test('for any two classes in the sources, the result equals the full library’s', () => {
  const whole = extendTailwindMerge({
    cacheSize: 0,
    extend: {
      theme: {
        text: ['display', 'headline', 'title', 'lead'],
        radius: ['card', 'control'],
        shadow: ['float'],
      },
    },
  })
  const winsOver = (merge: Merge, later: string, earlier: string) => merge(`${earlier} ${later}`) === later
  const areOfAKind = (merge: Merge, a: string, b: string) => winsOver(merge, a, b) && winsOver(merge, b, a)
  const files = globSync('src/**/*.tsx', { exclude: ['**/*.test.tsx'] })
  const words = new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/[^\s'"`<>{};]+/g) ?? []))
  // The variant of a class (state or width) and its number do not matter.
  const classes = new Map<string, string>()
  for (const word of words) {
    const name = word.replace(/^.*:(?![^[(]*[\])])/, '').replace(/^!|!$/, '')
    const shape = name.replaceAll(/\d+/g, '0')
    if (!classes.has(shape) && winsOver(whole, name, name)) classes.set(shape, name)
  }
  expect(classes.size).toBeGreaterThan(400)

  // One class of each kind: of two classes of the same kind the later one must win.
  const kinds: string[] = []
  const differences: string[] = []
  for (const name of classes.values()) {
    const left = new Set(whole([...kinds, name].join(' ')).split(' '))
    const kind = kinds.find((one) => !left.has(one) && areOfAKind(whole, one, name))
    if (!kind) kinds.push(name)
    else if (!areOfAKind(cn, name, kind)) differences.push(`${kind} ${name}`)
  }
  for (const earlier of kinds)
    for (const later of kinds) {
      const both = `${earlier} ${later}`
      if (earlier !== later && cn(both) !== whole(both)) differences.push(both)
    }
  expect(differences).toEqual([])
}, 60_000)
