import { useId, useState } from 'react'
import { cn } from '#ui/class-names.ts'
import { textParts } from '../text-links.ts'

const LONG_TEXT = 1_100
const LONG_LINES = 16

/**
 * The text of a message with links, never HTML. Each message is isolated for bidirectional text, so that it
 * cannot affect its surroundings. Long texts are collapsed.
 */
export function MessageText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const isLong = text.length > LONG_TEXT || text.split('\n', LONG_LINES + 1).length > LONG_LINES
  return (
    <>
      <p
        id={id}
        dir="auto"
        className={cn('wrap-anywhere whitespace-pre-wrap', isLong && !isOpen && 'line-clamp-[12]')}
      >
        {textParts(text).map((part, index) =>
          part.kind === 'text' ? (
            part.text
          ) : (
            <a
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order.
              key={index}
              href={part.href}
              target="_blank"
              rel="noopener noreferrer nofollow ugc"
              className="underline decoration-1 underline-offset-[0.2em] hover:decoration-2"
            >
              <bdi>{part.text}</bdi>
            </a>
          ),
        )}
      </p>
      {isLong ? (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="mt-1 py-0.5 text-sm font-semibold underline underline-offset-[0.2em]"
        >
          {isOpen ? 'Show less' : 'Show all of it'}
        </button>
      ) : null}
    </>
  )
}
