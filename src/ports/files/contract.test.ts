import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { s3Double } from '#tests/support/s3-double.ts'
import type { FilesPort } from './files.ts'
import { localFiles } from './local.ts'
import { s3Files } from './s3.ts'

const keys = { accessKeyId: 'AKTEST', secretAccessKey: 'a secret of the tests', region: 'us-east-1' }
let folder: string
let double: Awaited<ReturnType<typeof s3Double>>
const ports: Record<string, () => FilesPort> = {
  'a folder of this machine': () => localFiles({ root: join(folder, 'kept') }),
  'an S3 bucket': () => s3Files({ ...keys, bucket: 'bucket', endpoint: double.endpoint }, systemClock),
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'))
  double = await s3Double(keys)
})
afterAll(async () => {
  await double.close()
  await rm(folder, { recursive: true })
})

async function source(text: string) {
  const path = join(folder, 'source')
  await writeFile(path, text)
  return path
}

const read = async (port: FilesPort, key: string, range?: { start: number; end: number }) => {
  const file = await port.open(key, range)
  return file && { bytes: file.bytes, text: await new Response(file.body).text() }
}

describe.each(Object.keys(ports))('%s', (name) => {
  const port = () => ports[name]?.() ?? localFiles({ root: folder })

  test('gives back what was put, whole or in part', async () => {
    await port().put('talks/one/a.txt', await source('eighteen holes'), 'text/plain')
    expect(await read(port(), 'talks/one/a.txt')).toEqual({ bytes: 14, text: 'eighteen holes' })
    expect(await read(port(), 'talks/one/a.txt', { start: 9, end: 11 })).toEqual({ bytes: 14, text: 'hol' })
    await port().put('talks/one/a.txt', await source('nine'), 'text/plain')
    expect(await read(port(), 'talks/one/a.txt')).toEqual({ bytes: 4, text: 'nine' })
  })

  test('has nothing where nothing was put', async () => {
    expect(await port().open('talks/none/a.txt')).toBeNull()
  })

  test('removes a folder with all that is in it and nothing beside it', async () => {
    for (const key of ['f/a/1.txt', 'f/a/2.txt', 'f/ab/1.txt'])
      await port().put(key, await source(key), 'text/plain')
    await port().removeFolder('f/a')
    await port().removeFolder('f/a')
    expect(await port().open('f/a/1.txt')).toBeNull()
    expect(await port().open('f/a/2.txt')).toBeNull()
    expect(await read(port(), 'f/ab/1.txt')).toMatchObject({ text: 'f/ab/1.txt' })
  })

  test.each(['../secrets', 'a/../../b', '/etc/passwd', 'a//b', 'a\\b', '', 'A', 'a b', 'a.b.c', 'é', 'a/..'])(
    'takes no key such as %j',
    async (key) => {
      await expect(port().put(key, await source('x'), 'text/plain')).rejects.toThrow('not a file key')
      await expect(port().open(key)).rejects.toThrow('not a file key')
      await expect(port().removeFolder(key)).rejects.toThrow('not a file key')
    },
  )
})

describe('an S3 bucket that', () => {
  test('stumbles is asked again', async () => {
    double.stumble(2)
    await ports['an S3 bucket']?.().put('again/a.txt', await source('x'), 'text/plain')
    expect(double.files.has('again/a.txt')).toBe(true)
  })

  test('refuses our keys fails with its reason and without our secret', async () => {
    const wrong = s3Files(
      { ...keys, secretAccessKey: 'another secret', bucket: 'bucket', endpoint: double.endpoint },
      systemClock,
    )
    await expect(wrong.open('again/a.txt')).rejects.toThrow(
      'file storage answered 403 (SignatureDoesNotMatch) for again/a.txt',
    )
  })
})
