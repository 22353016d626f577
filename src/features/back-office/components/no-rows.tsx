import { type LucideIcon, SearchX } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { whyNoRows } from '../view.ts'
import { useView } from './use-view.ts'

/** The placeholder of a list that has no rows at all. */
export interface EmptyList {
  icon: LucideIcon
  title: string
  text: string
}

/** The placeholder of a page of a list without rows. @param props.noun what the rows are, in the plural */
export function NoRows(props: { because: ReturnType<typeof whyNoRows>; noun: string; empty: EmptyList }) {
  const { because, noun, empty } = props
  const { change } = useView()
  if (because === 'page')
    return (
      <EmptyState
        className="mt-4"
        title={`No ${noun} are left on this page`}
        action={<Button onClick={() => change({})}>First page</Button>}
      >
        What is left of the list begins on the first page.
      </EmptyState>
    )
  if (because === 'view')
    return (
      <EmptyState className="mt-4" icon={SearchX} title={`No ${noun} like that`}>
        Take a filter away, or search for a part of the word.
      </EmptyState>
    )
  return (
    <EmptyState icon={empty.icon} title={empty.title}>
      {empty.text}
    </EmptyState>
  )
}
