import { describe, expect, test } from 'vitest'
import { UploadFailed } from '#platform/send-file.ts'
import type { Attachment } from '../schema.ts'
import { fileUploader } from './file-uploader.ts'

/** A browser that stores files, and a server that creates one attachment per id. */
function world() {
  const kept = new Map([
    ['swing', new Blob(['a'])],
    ['grip', new Blob(['b'])],
  ])
  const made = new Map<string, Attachment>()
  const discarded: string[] = []
  const line = {
    isOpen: true,
    refuses: '',
    sentPart: 0.5,
    asked: [] as string[],
    release: null as null | (() => void),
  }
  const uploader = fileUploader({
    read: async (id) => kept.get(id) ?? null,
    send: async (id, _bytes, onProgress, signal) => {
      line.asked.push(id)
      onProgress(line.sentPart)
      if (line.release === null) await Promise.resolve()
      else await new Promise<void>((go) => Object.assign(line, { release: go }))
      signal.throwIfAborted()
      if (!line.isOpen) throw new UploadFailed('offline', 'The line broke.')
      if (line.refuses) throw new UploadFailed(line.refuses, 'Not this one.')
      const attachment: Attachment = made.get(id) ?? {
        id: `kept-${id}`,
        kind: 'image',
        width: 1,
        height: 1,
        durationMs: null,
        files: [],
      }
      made.set(id, attachment)
      return attachment
    },
    discard: async (id) => discarded.push(id),
  })
  return { uploader, line, kept, discarded, of: (id: string) => uploader.state().get(id) }
}

describe('uploading stored files', () => {
  test('a draft and a pending message that need the same file upload it once', async () => {
    const { uploader, line, of } = world()
    const [one, two] = await Promise.all([uploader.upload('swing'), uploader.upload('swing')])
    expect(one).toBe(two)
    expect(await uploader.upload('swing')).toBe(one)
    expect(line.asked).toEqual(['swing'])
    expect(of('swing')).toEqual({ part: 1, refusal: null, isWaiting: false, attachment: one })
  })

  test('offline it waits, and uploads when asked again', async () => {
    const { uploader, line, of } = world()
    line.isOpen = false
    await expect(uploader.upload('swing')).rejects.toThrow('The line broke.')
    expect(of('swing')).toMatchObject({ isWaiting: true, part: 0, refusal: null })
    line.isOpen = true
    expect((await uploader.upload('swing')).id).toBe('kept-swing')
    expect(of('swing')).toMatchObject({ isWaiting: false })
  })

  test('a refused file shows the reason; too many at once are queued', async () => {
    const { uploader, line, of } = world()
    line.refuses = 'too_long'
    await expect(uploader.upload('swing')).rejects.toThrow('Not this one.')
    expect(of('swing')).toMatchObject({ refusal: 'Not this one.', isWaiting: false })
    line.refuses = 'too_many_requests'
    await expect(uploader.upload('grip')).rejects.toThrow()
    expect(of('grip')).toMatchObject({ refusal: null, isWaiting: true })
  })

  test('a file missing from the device is reported, and not sent empty', async () => {
    const { uploader, line, kept } = world()
    kept.delete('swing')
    await expect(uploader.upload('swing')).rejects.toThrow('no longer on this device')
    expect(line.asked).toEqual([])
  })

  test('a removed file is forgotten, even if a response arrives later', async () => {
    const { uploader, line, of } = world()
    line.release = () => undefined
    const under = uploader.upload('swing')
    await expect.poll(() => of('swing')?.part).toBe(0.5)
    uploader.cancel('swing')
    line.release()
    await expect(under).rejects.toThrow()
    expect(of('swing')).toBeUndefined()
    line.release = null
    expect((await uploader.upload('swing')).id).toBe('kept-swing')
  })

  test('a file that is taken out after its upload is deleted from the server; a sent one is not', async () => {
    const { uploader, discarded, of } = world()
    await uploader.upload('swing')
    await uploader.upload('grip')
    uploader.takeBack('swing')
    uploader.cancel('grip')
    expect(discarded).toEqual(['kept-swing'])
    expect([of('swing'), of('grip')]).toEqual([undefined, undefined])
  })

  test('a file that is taken out while the server processes it is deleted once it is stored', async () => {
    const { uploader, line, discarded, of } = world()
    line.release = () => undefined
    line.sentPart = 1
    const under = uploader.upload('swing')
    await expect.poll(() => of('swing')?.part).toBe(1)
    uploader.takeBack('swing')
    // Its message is not sent.
    await expect(under).rejects.toThrow('The file was taken out.')
    expect([of('swing'), discarded]).toEqual([undefined, []])
    line.release()
    await expect.poll(() => discarded).toEqual(['kept-swing'])
    expect(of('swing')).toBeUndefined()
  })

  test('a file that is taken out while it is uploaded again is deleted by its own id, because it may be stored already', async () => {
    const { uploader, line, discarded, of } = world()
    line.release = () => undefined
    const again = uploader.upload('swing')
    await expect.poll(() => of('swing')?.part).toBe(0.5)
    uploader.takeBack('swing')
    expect([of('swing'), discarded]).toEqual([undefined, ['swing']])
    line.release()
    await expect(again).rejects.toThrow()
  })

  test('a file of which this page knows no upload is deleted by its own id; a refused one has nothing to delete', async () => {
    const { uploader, line, discarded } = world()
    uploader.takeBack('before the reload')
    line.isOpen = false
    await expect(uploader.upload('swing')).rejects.toThrow()
    uploader.takeBack('swing')
    expect(discarded).toEqual(['before the reload', 'swing'])
    line.isOpen = true
    line.refuses = 'too_long'
    await expect(uploader.upload('grip')).rejects.toThrow()
    uploader.takeBack('grip')
    expect(discarded).toHaveLength(2)
  })
})
