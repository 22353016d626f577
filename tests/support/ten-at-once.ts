/**
 * Runs requests ten at a time and returns the responses. On a busy machine, more concurrent requests for the same row would wait until the
 * product refuses the last ones.
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
