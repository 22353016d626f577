import { describe, expect, test, vi } from 'vitest'
import { CircuitOpen, createCircuit } from './circuit.ts'
import { movableClock } from './clock.ts'

class Trouble extends Error {}

function testCircuit() {
  const clock = movableClock(0)
  const onChange = vi.fn()
  const circuit = createCircuit({
    name: 'mail',
    clock,
    failures: 3,
    restMs: 30_000,
    isTrouble: (error) => error instanceof Trouble,
    onChange,
  })
  const fail = (error: Error = new Trouble('no answer')) =>
    circuit.run(() => Promise.reject(error)).catch((e) => e)
  return { clock, circuit, fail, states: () => onChange.mock.calls.map(([news]) => news.state) }
}

describe('a circuit breaker', () => {
  test('opens after consecutive failures, and then sends nothing until its pause is over', async () => {
    const { circuit, clock, fail, states } = testCircuit()
    await fail()
    await fail()
    expect(circuit.state()).toBe('closed')
    await fail()
    expect(circuit.state()).toBe('open')
    const work = vi.fn(async () => 'sent')
    clock.advance(29_999)
    await expect(circuit.run(work)).rejects.toBeInstanceOf(CircuitOpen)
    expect(work).not.toHaveBeenCalled()
    clock.advance(1)
    expect(await circuit.run(work)).toBe('sent')
    expect(states()).toEqual(['open', 'half_open', 'closed'])
  })

  test('lets one trial request through; the others wait, and a failure opens it again', async () => {
    const { circuit, clock, fail } = testCircuit()
    await Promise.all([fail(), fail(), fail()])
    clock.advance(30_000)
    let giveUp: (error: Error) => void = () => undefined
    const probe = circuit.run(() => new Promise((_, reject) => (giveUp = reject))).catch((error) => error)
    expect(await fail()).toBeInstanceOf(CircuitOpen)
    giveUp(new Trouble('still away'))
    expect(await probe).toBeInstanceOf(Trouble)
    expect(circuit.state()).toBe('open')
    clock.advance(29_999)
    expect(await fail()).toBeInstanceOf(CircuitOpen)
  })

  test('resets its failure count on success, and a rejected request is not a failure', async () => {
    const { circuit, fail } = testCircuit()
    await fail()
    await fail()
    await circuit.run(async () => undefined)
    await fail()
    await fail()
    for (let i = 0; i < 10; i++) await fail(new Error('that address does not exist'))
    expect(circuit.state()).toBe('closed')
  })
})
