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

describe('help', () => {
  const helpOf = (...args: readonly string[]): string => {
    const { command, problems } = parse(...args)
    expect(problems).toEqual([])
    return command.name === 'help' ? command.lines.join('\n') : ''
  }

  it.each([[[]], [['help']], [['--help']]])('lists the commands: %j', (args) => {
    expect(helpOf(...args)).toMatch(/^ops tail .*\nops trace .*\n.*--help/)
  })

  it.each(['tail', 'trace'])('has examples of %s', (name) => {
    expect(helpOf(name, '--help')).toContain(`Examples:\n  ops ${name} `)
  })

  it('is the answer to an unknown command', () => {
    expect(parse('tial').problems[0]).toBe('ops tial: there is no such command. The commands are:')
  })
})
