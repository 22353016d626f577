import { describe, expect, test } from 'vitest'
import { addRecent, readRecents } from './recent-searches.ts'

const town = (zip: string) => ({ zip, town: `Town of ${zip}` })

describe('recent searches', () => {
  test('the newest is first and unique, with at most five', () => {
    const list = ['28202', '80202', '10001', '28202', '94103', '60601', '85001'].reduce(
      (recents, zip) => addRecent(recents, town(zip)),
      [town('28202')],
    )
    expect(list.map(({ zip }) => zip)).toEqual(['85001', '60601', '94103', '28202', '10001'])
  })

  test.each([null, '', '{', '{"zip":"28202"}', '[1,null,{"zip":"28"},{"zip":"28202","town":4}]'])(
    'invalid browser data (%s) is ignored',
    (kept) => {
      expect(readRecents(kept)).toEqual([])
    },
  )

  test('stored searches are restored', () => {
    expect(readRecents(JSON.stringify([town('28202')]))).toEqual([town('28202')])
  })
})
