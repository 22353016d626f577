import type { LucideIcon } from 'lucide-react'

export interface Feature {
  icon: LucideIcon
  title: string
  text: string
}

/** A list of features, each with a short explanation. */
export function FeatureList({
  id,
  title,
  features,
}: {
  id: string
  title: string
  features: readonly Feature[]
}) {
  return (
    <section aria-labelledby={id} className="wrap py-14 sm:py-20">
      <h2 id={id} className="max-w-[20ch] text-headline">
        {title}
      </h2>
      <ul className="mt-9 grid gap-x-12 gap-y-9 sm:grid-cols-2 lg:grid-cols-3">
        {features.map(({ icon: Icon, title: name, text }) => (
          <li key={name} className="border-t pt-5">
            <Icon aria-hidden strokeWidth={1.5} className="size-7 text-brand" />
            <h3 className="mt-3 text-xl">{name}</h3>
            <p className="mt-2 text-[0.9375rem] leading-relaxed text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
