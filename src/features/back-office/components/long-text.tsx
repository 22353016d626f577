import { useState } from 'react'
import { cn } from '#ui/class-names.ts'

/** Sentences in a list: one line of them, all of them when it is pressed. */
export function LongText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
      className={cn(
        'block min-h-6 w-full cursor-pointer rounded-sm text-left',
        isOpen ? 'py-1 wrap-anywhere whitespace-pre-line' : 'truncate',
      )}
    >
      <bdi>{text}</bdi>
    </button>
  )
}
