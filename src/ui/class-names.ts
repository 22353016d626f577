import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

/** Tailwind's utilities and the names that styles.css adds to its theme. A page draws some thousand elements with few distinct classes. */
const merge = extendTailwindMerge({
  cacheSize: 2_000,
  extend: {
    theme: {
      text: ['display', 'headline', 'title', 'lead'],
      radius: ['card', 'control'],
      shadow: ['float'],
    },
  },
})

/** Joins class names; of two that set the same property, the later wins. */
export function cn(...values: ClassValue[]): string {
  return merge(clsx(values))
}
