import { createAtom, useSelector } from '@tanstack/react-store'

/** The coach whose card or pin is hovered; highlighted in both the list and the map. */
const highlighted = createAtom<string | null>(null)

export const highlight = (coachId: string | null): void => highlighted.set(() => coachId)

/** True while this coach is highlighted. Only cards whose value changes are re-rendered. */
export const useIsHighlighted = (coachId: string) => useSelector(highlighted, (id) => id === coachId)
