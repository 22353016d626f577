import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createHttpApp } from '#app/http/app.ts'
import { openAccountModel } from '../support/account-model.ts'
import { openListener } from '../support/account-model-states.ts'
import { anySequence, everyWayIn } from '../support/account-model-steps.ts'
import { report } from '../support/counted.ts'
import { testProduct } from '../support/product.ts'

const listener = await openListener()
afterAll(() => listener.close())
const product = testProduct({ WEBHOOK_EXTRA_HOSTS: listener.host })
/** More on request: `npm run drill -- account-model` plays 10,000. */
const SEQUENCES = Number(process.env.SEQUENCES ?? 12)
const SEED = Number(process.env.SEED ?? 1)
/** A second each is a lot. */
const TIMEOUT = 60_000 + SEQUENCES * 3_000

test(
  `${SEQUENCES} random sequences by an owner and an intruder leave the account, data, feed and devices with the owner`,
  async () => {
    const { services, clock } = product
    const app = createHttpApp(services, () => new Response('page'))
    const model = openAccountModel({ services, app, clock, listener })
    let played = 0
    await fc.assert(
      fc.asyncProperty(anySequence, async (steps) => {
        expect(await model.play(steps)).toEqual([])
        if (++played % 500 === 0) report('owner and intruder so far', { seed: SEED, played })
      }),
      { numRuns: SEQUENCES, seed: SEED, endOnFailure: true, examples: [[everyWayIn]] },
    )
    report('owner and intruder', { seed: SEED, sequences: SEQUENCES, ...model.happened })
    for (const what of [
      'owner registers',
      'intruder registers',
      'owner resets a password',
      'owner signs in',
      'intruder signs in',
      'owner signs up with a provider',
      'owner connects a provider',
      'owner signs in with a provider',
      'owner adds a passkey',
      'owner signs in with a passkey',
    ])
      expect(model.happened[what] ?? 0, what).toBeGreaterThan(0)
  },
  TIMEOUT,
)
