/** What a coach earns from, as people read it. Pure. */

/** The kinds of payments that have a coach (`app/sale-kinds.ts`), and seats in clinics, which are lessons in the books. */
export const soldAs = ['lesson', 'clinic_seat', 'lesson_package', 'video_review'] as const
export type SoldAs = (typeof soldAs)[number]

export const soldAsLabels: Record<SoldAs, string> = {
  lesson: 'Lesson',
  clinic_seat: 'Clinic seat',
  lesson_package: 'Package',
  video_review: 'Video review',
}

/** How many of each kind, in the order of {@link soldAs}: `2 lessons, 1 clinic seat and 1 video review`. */
export function countSold(all: readonly SoldAs[]): string {
  const counts = soldAs.flatMap((kind) => {
    const count = all.filter((one) => one === kind).length
    return count === 0 ? [] : `${count} ${soldAsLabels[kind].toLowerCase()}${count === 1 ? '' : 's'}`
  })
  return counts.length < 2 ? counts.join('') : `${counts.slice(0, -1).join(', ')} and ${counts.at(-1)}`
}
