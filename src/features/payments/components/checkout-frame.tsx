import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'

/** The processor's page: what is bought on the left, the way to pay on the right, and that this is a test above all. */
export function CheckoutFrame({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-svh flex-col bg-white">
      <header className="flex items-center justify-center gap-2 bg-[#17384b] px-4 py-2.5 text-center text-sm text-white">
        <FlaskConical aria-hidden className="size-4 shrink-0" />
        <p>
          <strong className="font-semibold">Test checkout.</strong> No real card is charged here. Never type
          one.
        </p>
      </header>
      <main className="grid flex-1 max-lg:content-start lg:grid-cols-2">
        <div className="bg-[#e9f1f5] px-6 py-8 sm:px-10 lg:flex lg:justify-end lg:px-16 lg:py-16">
          <div className="mx-auto w-full max-w-md lg:mx-0">{summary}</div>
        </div>
        <div className="px-6 py-8 sm:px-10 lg:px-16 lg:py-16">
          <div className="mx-auto w-full max-w-md lg:mx-0">{children}</div>
        </div>
      </main>
    </div>
  )
}
