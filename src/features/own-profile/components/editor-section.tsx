import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'

const idOf = (title: string) => `part-${title.toLowerCase().replaceAll(' ', '-')}`

/** A section of the editor; `PartLinks` scrolls to it by its title. */
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

/**
 * Buttons that scroll to the sections of a long page. Not links, because a URL change would trigger the
 * warning about unsaved changes.
 */
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
