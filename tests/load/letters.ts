/**
 * The random sequences of the booking model once more, with every letter of them delivered, some after an outage of the mail
 * provider: its sums are compared with the books, its dates with the booking, and whether it left with what was true then.
 *
 *   node tests/load/letters.ts [--sequences=10000] [--seed=1] [--workers=2]
 */
export {}

process.argv.push('--letters')
await import('./booking-model.ts')
