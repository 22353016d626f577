import fc from 'fast-check'

/**
 * What the owner of two mailboxes and an intruder with two others may do, and how often they try it; numbers choose among what
 * there is, and go round.
 */
const acts = {
  register: 4,
  signIn: 3,
  answerCode: 1,
  askForLink: 5,
  followLink: 8,
  refuse: 2,
  changeAddress: 4,
  changePassword: 3,
  signOut: 1,
  signOutEverywhere: 2,
  setUpCode: 3,
  endCode: 1,
  visitProvider: 4,
  connectProvider: 4,
  disconnectProvider: 1,
  addPasskey: 4,
  usePasskey: 3,
  removePasskey: 1,
  listenIn: 5,
  connect: 4,
  teach: 1,
  write: 2,
  close: 1,
}

export type Act = keyof typeof acts

export type Step =
  | { do: Act; who: 'owner' | 'intruder'; a: number; b: number }
  /** The intruder sits down at a browser of the owner's, or learns a password that the owner does not use any more. */
  | { do: 'copyBrowser' | 'learnPassword'; a: number; b: number }
  /** An admin suspends an account, lifts that, or closes one at its owner's wish. */
  | { admin: true; do: 'suspend' | 'lift' | 'closeFor'; a: number; b: number }
  /** Letters arrive; time passes. */
  | { do: 'post' }
  | { do: 'wait'; minutes: number }

const number = fc.nat({ max: 60 })
const who = fc.constantFrom('owner' as const, 'intruder' as const)
const act = (name: Act) => fc.record({ do: fc.constant(name), who, a: number, b: number })

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  ...Object.entries(acts).map(([name, weight]) => ({ weight, arbitrary: act(name as Act) })),
  {
    weight: 8,
    arbitrary: fc.record({
      admin: fc.constant(true as const),
      do: fc.constantFrom(
        ...(['suspend', 'suspend', 'suspend', 'lift', 'lift', 'lift', 'closeFor'] as const),
      ),
      a: number,
      b: number,
    }),
  },
  { weight: 5, arbitrary: fc.constant({ do: 'post' as const }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('copyBrowser' as const, 'copyBrowser' as const, 'learnPassword' as const),
      a: number,
      b: number,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 12, 20, 65, 1_500),
    }),
  },
)

/**
 * Both open an account at their own first mailbox, sign in with its password, and the owner resets hers, connects a provider, adds a
 * passkey and signs in with both; then she signs up with the provider at her second mailbox. The intruder tries the same with the
 * owner's addresses. A random choice of 32 sequences may contain none of these acts.
 */
export const everyWayIn: Step[] = [
  { do: 'register', who: 'owner', a: 0, b: 0 },
  { do: 'register', who: 'intruder', a: 4, b: 0 },
  { do: 'post' },
  { do: 'signIn', who: 'intruder', a: 2, b: 1 },
  { do: 'signIn', who: 'owner', a: 0, b: 1 },
  { do: 'askForLink', who: 'owner', a: 2, b: 1 },
  { do: 'post' },
  { do: 'followLink', who: 'owner', a: 1, b: 1 },
  { do: 'connectProvider', who: 'owner', a: 0, b: 1 },
  { do: 'addPasskey', who: 'owner', a: 0, b: 1 },
  { do: 'signOut', who: 'owner', a: 0, b: 1 },
  { do: 'visitProvider', who: 'owner', a: 0, b: 1 },
  { do: 'usePasskey', who: 'owner', a: 0, b: 0 },
  { do: 'visitProvider', who: 'intruder', a: 2, b: 0 },
  { do: 'visitProvider', who: 'owner', a: 1, b: 0 },
]

/**
 * Up to thirty steps after the first account, or after the owner has set up every way in: long enough to open an account, lose sight of it,
 * claim it and lose it again.
 */
export const anySequence: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: act('register').map((step): Step[] => [step]) },
      { weight: 1, arbitrary: fc.constant(everyWayIn) },
    ),
    fc.array(anyStep, { minLength: 4, maxLength: 30, size: 'max' }),
  )
  .map((parts) => parts.flat())
