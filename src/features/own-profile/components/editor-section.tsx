import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'

const idOf = (title: string) => `part-${title.toLowerCase().replaceAll(' ', '-')}`

/** A part of the editor; `PartLinks` leads to it by its title. */
export function EditorSection(props: {
  title: string
  description?: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <Card asChild padding="md">
      <section id={idOf(props.title)} tabIndex={-1} aria-label={props.title} className="scroll-mt-4">
        <CardHeader title={props.title} description={props.description} action={props.action} />
        <div className="flex flex-col gap-6">{props.children}</div>
      </section>
    </Card>
  )
}

/** The way to a part of a long page. Buttons rather than links: a change of the address would ask about what isn't saved yet. */
export function PartLinks({ titles }: { titles: readonly string[] }) {
  return (
    <nav aria-label="Parts of your profile" className="flex flex-wrap gap-2">
      {titles.map((title) => (
        <Button
          key={title}
          size="sm"
          onClick={() => {
            const part = document.getElementById(idOf(title))
            part?.scrollIntoView({ block: 'start' })
            part?.focus({ preventScroll: true })
          }}
        >
          {title}
        </Button>
      ))}
    </nav>
  )
}
