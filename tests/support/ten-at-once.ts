/**
 * The answers to so many requests, ten of which are under way at any time: more wait for the same row so long, on a busy machine, that
 * the product turns the last of them away.
 */
export async function tenAtOnce<Answer>(
  count: number,
  ask: (n: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  let next = 0
  const askOn = async () => {
    while (next < count) {
      const n = next++
      answers[n] = await ask(n)
    }
  }
  await Promise.all(Array.from({ length: 10 }, askOn))
  return answers
}
