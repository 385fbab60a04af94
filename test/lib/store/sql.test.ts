import { describe, expect, it } from '@jest/globals'
import { firstWord, parseDataInsert, splitStatements } from '../../../services/lib/store/sql.ts'

describe('splitStatements', () => {
  it.each<[string, readonly string[]]>([
    ['', []],
    [' ; ;\n-- only a comment;\n/* ; */', []],
    ['SELECT 1', ['SELECT 1']],
    ['SELECT 1; SELECT 2;', ['SELECT 1', 'SELECT 2']],
    ["SELECT ';', 'it''s; ', 'a\\';' ; SELECT 2", ["SELECT ';', 'it''s; ', 'a\\';'", 'SELECT 2']],
    ['SELECT `a;b`, "c;d"; SELECT 2', ['SELECT `a;b`, "c;d"', 'SELECT 2']],
    ['SELECT 1 -- a; b\n; SELECT 2', ['SELECT 1 -- a; b', 'SELECT 2']],
    ['SELECT /* a; /* b; */ ; */ 1; SELECT 2', ['SELECT /* a; /* b; */ ; */ 1', 'SELECT 2']],
    ['SELECT $doc$ a; $x$ ; $doc$; SELECT 2', ['SELECT $doc$ a; $x$ ; $doc$', 'SELECT 2']],
    ['SELECT 5-3, 4 - -1; SELECT 2', ['SELECT 5-3, 4 - -1', 'SELECT 2']],
    ['# comment; here\nSELECT 1', ['# comment; here\nSELECT 1']],
    ["SELECT 'never closed; ", ["SELECT 'never closed;"]],
    ['SELECT $a; SELECT $b', ['SELECT $a', 'SELECT $b']],
  ])('%j', (sql, statements) => {
    expect(splitStatements(sql)).toEqual(statements)
  })
})

describe('firstWord', () => {
  it.each([
    ['', ''],
    ['select 1', 'SELECT'],
    ['  -- x\n/* y */ # z\n ((Insert into', 'INSERT'],
    ["'quoted'", ''],
    ['-- nothing', ''],
  ])('%j is %j', (sql, word) => {
    expect(firstWord(sql)).toBe(word)
  })
})

describe('parseDataInsert', () => {
  it.each([
    ['INSERT INTO t FORMAT CSV\n1', 'INSERT INTO t', '', 'CSV', '\n1'],
    ['INSERT INTO t (a, b) VALUES (1)', 'INSERT INTO t (a, b)', '', 'Values', ' (1)'],
    ['insert into t (`format x`) format\n TSV', 'insert into t (`format x`)', '', 'TSV', ''],
    [
      'INSERT INTO t (format, values) VALUES(1)',
      'INSERT INTO t (format, values)',
      '',
      'Values',
      '(1)',
    ],
    [
      "INSERT INTO t (a) SETTINGS max_threads = 1, b='format x' FORMAT JSONEachRow {}",
      'INSERT INTO t (a)',
      "SETTINGS max_threads = 1, b='format x'",
      'JSONEachRow',
      ' {}',
    ],
    ['INSERT INTO settings FORMAT CSV x', 'INSERT INTO settings', '', 'CSV', ' x'],
    [
      '/* format a */ INSERT INTO t -- values\n FORMAT TSV',
      '/* format a */ INSERT INTO t -- values',
      '',
      'TSV',
      '',
    ],
  ])('%j', (sql, target, settings, format, rest) => {
    const insert = parseDataInsert(sql)
    expect(insert).toMatchObject({ target, settings, format })
    expect(sql.slice(insert?.dataOffset)).toBe(rest)
  })

  it.each(['SELECT 1 FORMAT CSV', "INSERT INTO t SELECT 'values', formatted FROM u", ''])(
    'sees no data in %j',
    (sql) => {
      expect(parseDataInsert(sql)).toBeNull()
    },
  )
})
