import type { ReactNode } from 'react'

/** A section of the settings: a description on the left, controls on the right. */
export function SettingsSection(props: {
  id: string
  title: string
  description: ReactNode
  children: ReactNode
}) {
  return (
    <section
      id={props.id}
      aria-labelledby={`${props.id}-title`}
      className="grid scroll-mt-6 gap-x-10 gap-y-5 border-t py-8 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={`${props.id}-title`} className="text-xl">
          {props.title}
        </h2>
        <div className="mt-1.5 text-[0.9375rem] text-muted">{props.description}</div>
      </div>
      <div className="min-w-0">{props.children}</div>
    </section>
  )
}
