import type { ReactNode } from 'react'
import { Card, CardHeader } from '#ui/card.tsx'

/** A part of the editor. */
export function EditorSection(props: {
  title: string
  description?: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <Card asChild padding="md">
      <section aria-label={props.title}>
        <CardHeader title={props.title} description={props.description} action={props.action} />
        <div className="flex flex-col gap-6">{props.children}</div>
      </section>
    </Card>
  )
}
