import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { startLocalServer } from './local-server.ts'

/** What a model has before it when it is asked for its next step, whichever provider's format it came in. */
export interface ModelTurn {
  instructions: string
  /** What was said, tools left out. */
  said: { by: 'student' | 'assistant'; text: string }[]
  /** Tools called so far, with their results as the model reads them. */
  results: { name: string; input: unknown; output: unknown }[]
}

/** One step of a model: a tool to call, or its words. */
export type ModelStep = { tool: string; input: object } | { words: string }

type Trouble = 'hang' | 'drop' | 'refuse' | number

const openaiRequest = z.object({
  messages: z.array(
    z.object({
      role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
      content: z.union([z.string(), z.array(z.object({ text: z.string() }))]).nullish(),
      tool_calls: z
        .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
        .nullish(),
      tool_call_id: z.string().optional(),
    }),
  ),
})

const anthropicBlock = z.object({
  type: z.string(),
  text: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.unknown().optional(),
  tool_use_id: z.string().optional(),
  content: z.unknown().optional(),
})
const anthropicRequest = z.object({
  system: z.union([z.string(), z.array(z.object({ text: z.string() }))]).optional(),
  messages: z.array(
    z.object({
      role: z.enum(['user', 'assistant']),
      content: z.union([z.string(), z.array(anthropicBlock)]),
    }),
  ),
})

/**
 * A language model's server on 127.0.0.1, in two wire formats: OpenAI's chat completions at `/v1/chat/completions`
 * (https://platform.openai.com/docs/api-reference/chat) and Anthropic's messages at `/v1/messages`
 * (https://docs.anthropic.com/en/api/messages). What it thinks is up to `think`.
 */
export async function startModelDouble(settings: {
  apiKey: string
  think: (turn: ModelTurn) => Promise<ModelStep>
}) {
  const bodies: string[] = []
  let trouble: Trouble[] = []
  let think = settings.think

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request)
    bodies.push(body)
    const send = (status: number, answer: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    const problem = trouble.shift()
    if (problem === 'hang') return
    if (problem === 'drop') return void response.destroy()
    if (typeof problem === 'number')
      return void send(problem, {
        type: 'error',
        error: { type: 'trouble', message: 'Something is wrong here' },
      })
    const key = request.headers.authorization?.replace('Bearer ', '') ?? request.headers['x-api-key']
    if (key !== settings.apiKey)
      return void send(401, {
        type: 'error',
        error: { type: 'authentication_error', message: 'No such key' },
      })
    if (request.url === '/v1/chat/completions') {
      const turn = readOpenai(openaiRequest.parse(JSON.parse(body)))
      return void send(200, problem === 'refuse' ? openaiRefusal : writeOpenai(await think(turn)))
    }
    if (request.url === '/v1/messages') {
      const turn = readAnthropic(anthropicRequest.parse(JSON.parse(body)))
      return void send(200, problem === 'refuse' ? anthropicRefusal : writeAnthropic(await think(turn)))
    }
    send(404, { error: { message: `no ${request.url}` } })
  }

  const server = await startLocalServer((request, response) =>
    handle(request, response).catch((error: Error) => response.writeHead(500).end(error.message)),
  )
  return {
    ...server,
    url: `${server.url}/v1`,
    /** Every request's body, oldest first. */
    bodies,
    /** What goes wrong with the next requests, one each. */
    misbehave(...next: Trouble[]) {
      trouble = next
    },
    thinkLike(next: (turn: ModelTurn) => Promise<ModelStep>) {
      think = next
    },
  }
}

function readOpenai({ messages }: z.infer<typeof openaiRequest>): ModelTurn {
  const words = (content: (typeof messages)[number]['content']) =>
    typeof content === 'string' ? content : (content ?? []).map((part) => part.text).join('')
  const results = messages.flatMap(({ tool_calls }) =>
    (tool_calls ?? []).map((call) => ({
      name: call.function.name,
      input: JSON.parse(call.function.arguments),
      output: parsed(words(messages.find(({ tool_call_id }) => tool_call_id === call.id)?.content)),
    })),
  )
  return {
    instructions: messages
      .filter(({ role }) => role === 'system' || role === 'developer')
      .map(({ content }) => words(content))
      .join('\n'),
    said: messages.flatMap(({ role, content }): ModelTurn['said'] => {
      const text = words(content)
      if (role === 'user') return [{ by: 'student', text }]
      return role === 'assistant' && text ? [{ by: 'assistant', text }] : []
    }),
    results,
  }
}

function writeOpenai(step: ModelStep) {
  const message =
    'tool' in step
      ? {
          role: 'assistant',
          content: null,
          tool_calls: [
            {
              id: `call_${Math.random()}`,
              type: 'function',
              function: { name: step.tool, arguments: JSON.stringify(step.input) },
            },
          ],
        }
      : { role: 'assistant', content: step.words }
  return openaiAnswer({ message, finish_reason: 'tool' in step ? 'tool_calls' : 'stop' })
}

const openaiAnswer = (choice: object) => ({
  id: 'chatcmpl-double',
  object: 'chat.completion',
  created: 1_790_000_000,
  model: 'double',
  choices: [{ index: 0, ...choice }],
  usage: { prompt_tokens: 900, completion_tokens: 60, total_tokens: 960 },
})

const openaiRefusal = openaiAnswer({
  message: { role: 'assistant', content: null, refusal: 'I cannot help with that.' },
  finish_reason: 'content_filter',
})

function readAnthropic({ system, messages }: z.infer<typeof anthropicRequest>): ModelTurn {
  const said: ModelTurn['said'] = []
  const results: ModelTurn['results'] = []
  const blocks = messages.flatMap(({ role, content }) =>
    (typeof content === 'string' ? [{ type: 'text', text: content }] : content).map((block) => ({
      role,
      ...anthropicBlock.parse(block),
    })),
  )
  for (const block of blocks) {
    if (block.type === 'text')
      said.push({ by: block.role === 'user' ? 'student' : 'assistant', text: block.text ?? '' })
    if (block.type !== 'tool_use') continue
    const result = blocks.find((other) => other.tool_use_id === block.id)
    results.push({ name: block.name ?? '', input: block.input, output: parsed(textOf(result?.content)) })
  }
  const instructions =
    typeof system === 'string' ? system : (system ?? []).map((part) => part.text).join('\n')
  return { instructions, said, results }
}

function writeAnthropic(step: ModelStep) {
  const content =
    'tool' in step
      ? [{ type: 'tool_use', id: `toolu_${Math.random()}`, name: step.tool, input: step.input }]
      : [{ type: 'text', text: step.words }]
  return anthropicAnswer(content, 'tool' in step ? 'tool_use' : 'end_turn')
}

const anthropicAnswer = (content: object[], reason: string) => ({
  id: 'msg_double',
  type: 'message',
  role: 'assistant',
  model: 'double',
  content,
  stop_reason: reason,
  stop_sequence: null,
  usage: { input_tokens: 900, output_tokens: 60 },
})

const anthropicRefusal = anthropicAnswer([], 'refusal')

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return z
    .array(z.object({ text: z.string() }))
    .parse(content ?? [])
    .map((part) => part.text)
    .join('')
}

function parsed(words: string): unknown {
  try {
    return JSON.parse(words)
  } catch {
    return words
  }
}
