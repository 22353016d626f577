import { CircleCheck, Info, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CheckoutWords } from './checkout-words.ts'

const looks = {
  waiting: { icon: LoaderCircle, className: 'text-brand animate-spin' },
  good: { icon: CircleCheck, className: 'text-green' },
  neutral: { icon: Info, className: 'text-yellow' },
}

/** The outcome of a payment as a headline and a sentence, in a live region. */
export function CheckoutStatus({
  words,
  title = words.title,
  children,
}: {
  words: CheckoutWords
  title?: string
  children?: ReactNode
}) {
  const { icon: Icon, className } = looks[words.tone]
  return (
    <header>
      <div role="status">
        <Icon aria-hidden strokeWidth={1.5} className={`size-11 ${className}`} />
        <h1 className="mt-5 text-headline">{title}</h1>
        <p className="mt-3 max-w-[60ch] text-lead text-muted">{words.text}</p>
      </div>
      {children}
    </header>
  )
}
