import { expect } from 'vitest'
import { testNow, type Visitor } from './product.ts'

const year = new Date(testNow).getUTCFullYear()

/** A child as entered in the form. @param age in whole years, at the end of the year in which tests start */
export const child = (name: string, age = 12) => ({ name, relation: 'child', yearOfBirth: year - age })

/** Adds a golfer to the student's account. @returns the id */
export async function addGolfer(student: Visitor, golfer: object): Promise<string> {
  const added = await student.post('/api/me/golfers', golfer)
  expect(added.status, added.text).toBe(201)
  return String(added.json.id)
}
