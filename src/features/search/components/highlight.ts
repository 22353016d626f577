import { createStore, useSelector } from '@tanstack/react-store'

/** The coach whose card or pin is hovered; highlighted in both the list and the map. */
const highlighted = createStore<string | null>(null)

export const highlight = (coachId: string | null): void => highlighted.setState(() => coachId)

/** True while this coach is highlighted. Only cards whose value changes are re-rendered. */
export const useIsHighlighted = (coachId: string) => useSelector(highlighted, (id) => id === coachId)
