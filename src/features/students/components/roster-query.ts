import { studentsClient } from '../client.ts'
import { type RosterAddress, rosterView } from '../roster.ts'

/** A page of the list for the given URL parameters. */
export const rosterQuery = (address: RosterAddress) =>
  studentsClient.list.queryOptions({
    input: { ...rosterView(address), page: address.page ?? 1 },
    staleTime: 0,
  })

/** The details of one student. */
export const studentQuery = (studentId: string) =>
  studentsClient.get.queryOptions({ input: { studentId }, staleTime: 0 })
