import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: ['display', 'headline', 'title', 'lead'],
      radius: ['card', 'control'],
      shadow: ['float'],
    },
  },
})

/** Joins class names; of two that fight over one property, the later wins. */
export function cn(...values: ClassValue[]): string {
  return merge(clsx(values))
}
