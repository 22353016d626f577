import { vi } from 'vitest'

// Files that replace modules share a process, but no module of the product: packages stay in memory (decision 0100).
vi.resetModules()
