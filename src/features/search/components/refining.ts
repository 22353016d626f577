/** What computes changed filters in the browser, once it is loaded. */
export const refining: Partial<typeof import('../refine.ts')> = {}

/** Loads it; called when a change becomes likely. */
export const prepareRefining = async () => void Object.assign(refining, await import('../refine.ts'))
