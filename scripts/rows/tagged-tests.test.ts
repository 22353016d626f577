import { expect, test } from 'vitest'
import { readPlaywright, readVitest, rowsIn } from './tagged-tests.ts'

test('a title names its rows, one by one or from one to another', () => {
  expect(rowsIn('a menu in order [row 11]')).toEqual([11])
  expect(rowsIn('all of it [rows 3, 5-7] and [row 40]')).toEqual([3, 5, 6, 7, 40])
  expect(rowsIn('by keyboard [D13, row 95]')).toEqual([95])
  expect(rowsIn('looks around [rows 101-103, D11, D12]')).toEqual([101, 102, 103])
  expect(rowsIn('nothing of the kind [1]')).toEqual([])
})

test('reports say what became of each', () => {
  const unit = {
    testResults: [
      {
        name: '/p/a.test.ts',
        assertionResults: [{ fullName: 'the menu is in order [row 11]', status: 'failed' }],
      },
    ],
  }
  expect(readVitest('/p', JSON.stringify(unit))).toEqual([
    { file: 'a.test.ts', title: 'the menu is in order [row 11]', rows: [11], status: 'failed' },
  ])
  const specs = [{ title: 'opens [row 1]', ok: true, tests: [{ projectName: 'phone', status: 'expected' }] }]
  const journeys = {
    suites: [{ title: 'x.journey.ts', file: 'x.journey.ts', suites: [{ title: 'Home', specs }] }],
  }
  expect(readPlaywright(JSON.stringify(journeys))).toEqual([
    { file: 'tests/journeys/x.journey.ts', title: 'Home opens [row 1] (phone)', rows: [1], status: 'passed' },
  ])
})
