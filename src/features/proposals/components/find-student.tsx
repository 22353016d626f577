import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { proposalsClient } from '../client.ts'
import { STUDENTS_LISTED } from '../proposal.ts'
import type { ProposalStudent } from '../schema.ts'

/** A list of up to this many students is short enough to choose from without searching. */
const FEW = 8

/**
 * The students a coach may propose to whose name contains the search text, with the chosen student, who may be
 * beyond the end of the list.
 * @param chosenId empty when no student is chosen
 */
export function useProposalStudents(chosenId: string) {
  /** Null until something is typed: the field stays when few students are found. */
  const [search, setSearch] = useState<string | null>(null)
  const query = useDeferredValue(search?.trim() ?? '')
  const list = useQuery({
    ...proposalsClient.students.queryOptions({ input: query ? { query } : {}, staleTime: 0 }),
    placeholderData: keepPreviousData,
  })
  const chosen = useQuery({
    ...proposalsClient.students.queryOptions({ input: { studentId: chosenId }, staleTime: 60_000 }),
    enabled: chosenId !== '',
  })
  const found: ProposalStudent[] = list.data ?? []
  const isListed = found.some(({ id }) => id === chosenId)
  return {
    students: isListed ? found : [...(chosen.data ?? []), ...found],
    search,
    setSearch,
    isPending: list.isPending || (chosenId !== '' && !isListed && chosen.isPending),
    isError: list.isError,
  }
}

/** The search field above a list of students; nothing where the list is short. */
export function FindStudent({
  students,
  search,
  setSearch,
}: Pick<ReturnType<typeof useProposalStudents>, 'students' | 'search' | 'setSearch'>) {
  if (search === null && students.length <= FEW) return null
  return (
    <Field
      label="Find a student"
      optional
      hint={
        students.length >= STUDENTS_LISTED
          ? `Below are the ${STUDENTS_LISTED} you were in touch with last. Find others by name.`
          : undefined
      }
    >
      <Input
        type="search"
        autoComplete="off"
        maxLength={100}
        value={search ?? ''}
        onChange={(event) => setSearch(event.target.value)}
        // Enter looks for a student, and does not send the form around the field.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
    </Field>
  )
}
