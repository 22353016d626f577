/**
 * The random sequences of the booking model once more, with every letter of them delivered, some after an outage of the mail
 * provider: its sums are compared with the books, its dates with the booking, and whether it left with what was true then.
 *
 *   npm run drill -- letters [--sequences=10000] [--seed=1] [--workers=2]
 */
import { loadTemplates } from '#db/seed/templates.ts'
import { openModel } from '../support/booking-model.ts'
import { lessonSequence } from '../support/booking-model-steps.ts'
import { ABOUT_A_LETTER, type Tally, watchLetters } from '../support/letters-model.ts'
import { playSequences } from '../support/random-sequences.ts'

const tally: Tally = new Map()

await playSequences({
  file: import.meta.filename,
  seed: '1',
  sequences: lessonSequence,
  open: async (services, clock) => {
    const client = await services.db.$client.connect()
    await loadTemplates(client).finally(() => client.release())
    const model = await openModel(services, clock, (product, coachId) =>
      watchLetters(product, coachId, tally),
    )
    // The rules about lessons and money are the booking model's own.
    return async (steps) => (await model.play(steps)).filter((what) => what.startsWith(ABOUT_A_LETTER))
  },
  counts: () => Object.fromEntries([...tally].sort()),
  held: 'every email is correct',
  broken: 'an email is WRONG',
})
