/** What a student or a coach ever does with a lesson. On its own, because every page's first script may read addresses. */
export const actionKinds = ['release', 'complete', 'review', 'note', 'move', 'report', 'cancel'] as const
export type ActionKind = (typeof actionKinds)[number]

/** What is open over a list of lessons, as the address says it: a thing to do, or all about the lesson. */
export type LessonView = ActionKind | 'details'
