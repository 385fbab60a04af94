// The arguments of `ops`.
import { describe, expect, it } from '@jest/globals'
import { parseOpsCommand } from '../../services/config/ops-command.ts'

const parse = (...args: readonly string[]) => {
  const problems: string[] = []
  return { command: parseOpsCommand(args, problems), problems }
}

describe('tail', () => {
  const defaults = { topic: 'trades', from: null, marketId: null, follow: false, json: false }

  it.each([
    [['trades'], {}],
    [['trades', '--follow', '--json'], { follow: true, json: true }],
    [['--follow', 'trades'], { follow: true }],
    [['trades', '--from', '3:12'], { from: { kind: 'offset', partition: 3, offset: 12 } }],
    [['trades', '--from=1795640400'], { from: { kind: 'time', timeMs: 1_795_640_400_000 } }],
    [['raw.books', '--market', 'pb_KX'], { topic: 'raw.books', marketId: 'pb_KX' }],
  ])('takes %j', (args, request) => {
    expect(parse('tail', ...args)).toEqual({
      command: { name: 'tail', request: { ...defaults, ...request } },
      problems: [],
    })
  })

  it.each([
    [[], /takes one argument and options: ops tail <topic>/],
    [['trades', 'books'], /takes one argument/],
    [['trade'], /there is no topic trade; the topics are raw\.markets, /],
    [['constructor'], /there is no topic constructor/],
    [['trades', '--form', '1'], /Unknown option '--form'/],
    [['trades', '--from'], /'--from <value>' argument missing/],
    [['trades', '--from', 'yesterday'], /--from yesterday: must be an ISO time/],
    [['trades', '--market', 'KX'], /--market KX: is not the id of a market/],
    [['trades', '--json=yes'], /does not take an argument/],
  ])('refuses %j', (args, problem) => {
    expect(parse('tail', ...args).problems.join('\n')).toMatch(problem)
  })
})

describe('status', () => {
  const defaults = { partitions: false, watch: false, json: false }

  it.each([
    [[], {}],
    [['--watch', '--partitions'], { watch: true, partitions: true }],
    [['--json'], { json: true }],
  ])('takes %j', (args, request) => {
    expect(parse('status', ...args)).toEqual({
      command: { name: 'status', request: { ...defaults, ...request } },
      problems: [],
    })
  })

  it.each([[['now']], [['--watch=5']], [['--follow']]])('refuses %j', (args) => {
    expect(parse('status', ...args).problems.join('\n')).toMatch(/^ops status: .*: ops status \[/)
  })
})

describe('disk', () => {
  it.each([
    [[], false],
    [['--json'], true],
  ])('takes %j', (args, json) => {
    expect(parse('disk', ...args)).toEqual({
      command: { name: 'disk', request: { json } },
      problems: [],
    })
  })

  it.each([[['raw.books']], [['--watch']]])('refuses %j', (args) => {
    expect(parse('disk', ...args).problems.join('\n')).toMatch(/^ops disk: .*: ops disk \[/)
  })
})

describe('verify', () => {
  const defaults = { table: null, month: null, against: null, json: false }

  it.each([
    [[], {}],
    [['--table', 'trades', '--month', '2026-11'], { table: 'trades', month: '2026-11' }],
    [['--against', 'before.json', '--json'], { against: 'before.json', json: true }],
  ])('takes %j', (args, request) => {
    expect(parse('verify', ...args)).toEqual({
      command: { name: 'verify', request: { ...defaults, ...request } },
      problems: [],
    })
  })

  it.each([
    [['trades'], /takes no arguments but options: ops verify \[/],
    [['--table', 'trade'], /--table trade: must be one of trades, candles_1m, /],
    [['--table', 'trades; DROP TABLE trades'], /must be one of trades, /],
    [['--table', 'constructor'], /must be one of trades, /],
    [['--month', '2026-13'], /--month 2026-13: must be a month such as 2026-11/],
    [['--month', '2026-11-01'], /must be a month/],
    [['--month', 'november'], /must be a month/],
    [['--month', '1969-12'], /--month 1969-12: must be 1970-01 or later/],
    [['--table', 'markets', '--month', '2026-11'], /markets has no months/],
    [['--against', ''], /must be a file or the admin URL/],
    [['--against', 'https://'], /--against https:..: must be a file or the admin URL/],
  ])('refuses %j', (args, problem) => {
    expect(parse('verify', ...args).problems.join('\n')).toMatch(problem)
  })
})

describe('rebuild', () => {
  it.each([
    [[], { action: 'start', json: false }],
    [['--json'], { action: 'start', json: true }],
    [['--dry-run'], { action: 'plan', json: false }],
    [['--abandon'], { action: 'abandon', json: false }],
    [['--discard'], { action: 'discard', json: false }],
    [['--abandon', '--dry-run'], { action: 'planAbandon', json: false }],
    [['--dry-run', '--discard', '--json'], { action: 'planDiscard', json: true }],
  ])('takes %j', (args, request) => {
    expect(parse('rebuild', ...args)).toEqual({
      command: { name: 'rebuild', request },
      problems: [],
    })
  })

  it.each([
    [['trades'], /takes no arguments but options: ops rebuild \[/],
    [['--abandon', '--discard'], /takes only one of --abandon and --discard/],
    [['--yes'], /Unknown option '--yes'/],
  ])('refuses %j', (args, problem) => {
    expect(parse('rebuild', ...args).problems.join('\n')).toMatch(problem)
  })
})

describe('trace', () => {
  it('takes an id and options', () => {
    expect(parse('trace', 'pb_KX', '--bytes')).toEqual({
      command: { name: 'trace', request: { id: 'pb_KX', withBytes: true, json: false } },
      problems: [],
    })
  })

  it.each([[[]], [['']], [['a', 'b']], [['a', '--byte']]])('refuses %j', (args) => {
    expect(parse('trace', ...args).problems.join('\n')).toMatch(/^ops trace: .*: ops trace </)
  })
})

describe('dead-letters', () => {
  const none = { stage: null, topic: null, reason: null, sinceMs: null }
  const change = { json: false, by: null, why: '', dryRun: false }

  it.each([
    [['list'], { action: 'list', json: false, withResolved: false, filter: none }],
    [
      ['list', '--topic', 'raw.trades', '--since', '2026-11-25', '--resolved'],
      { withResolved: true, filter: { ...none, topic: 'raw.trades', sinceMs: 1_795_564_800_000 } },
    ],
    [['show', 'raw.trades/3/1200'], { action: 'show', place: 'raw.trades/3/1200', json: false }],
    [
      ['retry', 'raw.trades/3/1', 'raw.books/0/2', '--dry-run'],
      { ...change, dryRun: true, selection: { places: ['raw.trades/3/1', 'raw.books/0/2'] } },
    ],
    [['retry', '--all'], { ...change, action: 'retry', selection: { filter: none } }],
    [
      ['drop', '--reason', 'not_json', '--why', 'a test', '--by', 'ada', '--json'],
      {
        action: 'drop',
        selection: { filter: { ...none, reason: 'not_json' } },
        by: 'ada',
        why: 'a test',
        json: true,
      },
    ],
  ])('takes %j', (args, request) => {
    const { command, problems } = parse('dead-letters', ...args)
    expect(problems).toEqual([])
    expect(command).toMatchObject({ name: 'dead-letters', request })
  })

  it.each([
    [['resend'], /resend: must be one of list, show, retry, drop/],
    [['list', 'raw.trades/3/1'], /takes no arguments but options: ops dead-letters list/],
    [['list', '--stage', 'nosuch'], /--stage nosuch: must be one of normalizer, projector$/],
    [['list', '--topic', 'nosuch'], /--topic nosuch: must be one of raw\.markets, raw\.trades, /],
    [['list', '--since', 'yesterday'], /--since yesterday: must be an ISO time/],
    [['show'], /takes one argument/],
    [['show', 'raw.trades'], /raw\.trades: must be topic\/partition\/offset/],
    [['retry'], /give places, or filters, or --all/],
    [['retry', 'raw.trades/3/1', '--all'], /give places, or filters, or --all/],
    [['drop', '--all'], /give --why <text>/],
    [['drop', '--all', '--why', 'x'.repeat(501)], /at most 500 characters/],
  ])('refuses %j', (args, problem) => {
    expect(parse('dead-letters', ...args).problems.join('\n')).toMatch(problem)
  })
})

describe('replay', () => {
  const fromMs = 1_795_564_800_000
  const defaults = { toMs: null, platform: null, marketId: null, topic: null, dryRun: false }

  it.each([
    [[], {}],
    [['--to', '2026-11-25T21:00:00Z'], { toMs: 1_795_640_400_000 }],
    [
      ['--platform', 'platform_b', '--market', 'pb_KX'],
      { platform: 'platform_b', marketId: 'pb_KX' },
    ],
    [
      ['--topic', 'raw.books', '--dry-run', '--json'],
      { topic: 'raw.books', dryRun: true, json: true },
    ],
  ])('takes --from with %j', (args, request) => {
    expect(parse('replay', '--from', '2026-11-25', ...args)).toEqual({
      command: { name: 'replay', request: { fromMs, ...defaults, json: false, ...request } },
      problems: [],
    })
  })

  const from = ['--from', '2026-11-25']
  it.each([
    [[], /--from is missing: ops replay --from/],
    [['normalizer'], /a range has no stage\. .* npm start replay normalizer/],
    [['--from', '3:12'], /--from 3:12: must be an ISO time/],
    [[...from, '--to', '2026-11-25'], /--from 2026-11-25 is not before --to 2026-11-25/],
    [[...from, '--platform', 'platform_x'], /must be one of platform_a, platform_b/],
    [[...from, '--market', 'KX'], /KX: is not the id of a market/],
    [
      [...from, '--market', 'pa_1', '--platform', 'platform_b'],
      /pa_1 is not a market of platform_b/,
    ],
    [
      [...from, '--topic', 'trades'],
      /must be one of raw\.markets, raw\.trades, raw\.books, raw\.provisional-trades, raw\.wallets/,
    ],
  ])('refuses %j', (args, problem) => {
    expect(parse('replay', ...args).problems.join('\n')).toMatch(problem)
  })
})

describe.each(['backup', 'restore'])('%s', (name) => {
  const defaults = { secretsFile: null, dryRun: false, json: false }

  it.each([
    [['/b'], {}],
    [['--dry-run', '/b', '--json'], { dryRun: true, json: true }],
    [['/b', '--secrets', '/s.json'], { secretsFile: '/s.json' }],
  ])('takes %j', (args, request) => {
    expect(parse(name, ...args)).toEqual({
      command: { name, request: { ...defaults, directory: '/b', ...request } },
      problems: [],
    })
  })

  it.each([
    [[], /takes one argument and options: ops \w+ <directory>/],
    [['/a', '/b'], /takes one argument/],
    [['/b', '--secret', 's'], /Unknown option '--secret'/],
    [['/b', '--secrets='], /--secrets needs the name of a file/],
  ])('refuses %j', (args, problem) => {
    expect(parse(name, ...args).problems.join('\n')).toMatch(problem)
  })
})

describe('help', () => {
  const helpOf = (...args: readonly string[]): string => {
    const { command, problems } = parse(...args)
    expect(problems).toEqual([])
    return command.name === 'help' ? command.lines.join('\n') : ''
  }

  it.each([[[]], [['help']], [['--help']]])('lists the commands: %j', (args) => {
    expect(helpOf(...args)).toMatch(
      /^ops status .*\nops disk .*\nops tail .*\nops trace .*\nops dead-letters .*\nops replay .*\nops verify .*\nops rebuild .*\nops backup .*\nops restore .*\n.*--help/,
    )
  })

  it.each([
    'status',
    'disk',
    'tail',
    'trace',
    'dead-letters',
    'replay',
    'verify',
    'rebuild',
    'backup',
    'restore',
  ])('has examples of %s', (name) => {
    expect(helpOf(name, '--help')).toContain(`Examples:\n  ops ${name} `)
  })

  it('is the answer to an unknown command', () => {
    expect(parse('tial').problems[0]).toBe('ops tial: there is no such command. The commands are:')
  })
})
