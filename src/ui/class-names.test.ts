import { readdirSync, readFileSync } from 'node:fs'
import { extendTailwindMerge } from 'tailwind-merge'
import { expect, test } from 'vitest'
import { cn } from './class-names.ts'

/** The library that knows all of Tailwind, and is ten times the size of ours. */
const oracle = extendTailwindMerge({
  extend: {
    theme: {
      text: ['display', 'headline', 'title', 'lead'],
      radius: ['card', 'control'],
      shadow: ['float'],
    },
  },
})

test('of two that fight, the later wins; what does not fight stays, in its order', () => {
  expect(cn('p-6 text-sm text-muted', 'px-4', false, 'text-ink')).toBe('p-6 text-sm px-4 text-ink')
  expect(cn('px-4 pt-2', { 'p-0': true })).toBe('p-0')
  expect(cn('hidden sm:flex', 'sm:hidden')).toBe('hidden sm:hidden')
  expect(cn('hover:bg-brand', 'bg-accent')).toBe('hover:bg-brand bg-accent')
  expect(cn('[&_svg]:size-4', '[&_svg]:size-5')).toBe('[&_svg]:size-5')
  expect(cn('group custom', undefined)).toBe('group custom')
})

test('any two utilities of the product are joined as the library would', () => {
  const utilities = utilitiesInUse()
  expect(utilities.length).toBeGreaterThan(500)
  const differing: string[] = []
  for (const one of utilities)
    for (const other of utilities)
      if (one !== other && cn(one, other) !== oracle(`${one} ${other}`)) differing.push(`${one} ${other}`)
  expect(differing).toEqual([])
})

/** Every word in a string of the components that the library knows as a utility, without its variants. */
function utilitiesInUse(): string[] {
  const words = new Set<string>()
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.tsx') && !name.includes('.test.'),
  )
  for (const file of files)
    for (const [, , text = ''] of readFileSync(`src/${file}`, 'utf8').matchAll(
      /(['"`])((?:(?!\1)[^\\\n])*)\1/g,
    ))
      for (const word of text.split(/\s+/)) if (/^[-a-z@[*][^\s${}<>;,'"]*$/.test(word)) words.add(bare(word))
  return [...words].filter((word) => word !== '' && oracle(`${word} ${word}`) === word)
}

const bare = (word: string) => word.replace(/^(?:(?:\[[^\]]*\]|\([^)]*\)|[^:[(])*:)+/, '')
