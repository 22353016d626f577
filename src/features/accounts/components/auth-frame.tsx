import type { ReactNode } from 'react'
import { Picture } from '#ui/picture.tsx'

const captions = {
  student: { title: 'Book your next lesson.', text: 'Real open times, clear prices and a coach near you.' },
  coach: {
    title: 'Fill your calendar.',
    text: 'Your prices, your hours, and students who pay when they book.',
  },
}

/**
 * A column for the form, next to a picture on wide screens.
 * @param props.as the audience of the caption in the picture
 */
export function AuthFrame({ as = 'student', children }: { as?: 'student' | 'coach'; children: ReactNode }) {
  const { title, text } = captions[as]
  return (
    <main className="wrap grid flex-1 items-stretch gap-12 py-8 sm:py-12 lg:grid-cols-[minmax(0,30rem)_1fr] lg:gap-20 lg:py-16">
      <div className="mx-auto w-full max-w-lg self-center lg:mx-0">{children}</div>
      <figure className="relative hidden min-h-[36rem] overflow-hidden rounded-card bg-pine lg:block">
        <Picture
          src="/art/covers/cover-12-800.webp"
          avif="/art/covers/cover-12-800.avif"
          alt=""
          width={800}
          height={533}
          fallback={<span className="block" />}
          className="absolute inset-0"
          imageClassName="size-full object-cover"
        />
        <figcaption className="absolute inset-x-0 bottom-0 bg-linear-to-t from-pine via-pine/70 to-transparent px-10 pt-32 pb-10 text-paper">
          <p className="max-w-[24ch] font-display text-headline font-[560]">{title}</p>
          <p className="mt-3 max-w-[44ch] text-sand">{text}</p>
        </figcaption>
      </figure>
    </main>
  )
}
