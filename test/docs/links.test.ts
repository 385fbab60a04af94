// Relative links in README.md and docs/ lead to an existing file and, with an anchor, to one of its
// headings. Paths of the repository in code marks exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { root } from '../support/source-files.ts'

const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
]

const fencedCode = /^```[\s\S]*?^```/gm

/** The anchors that GitHub derives from the headings of a page. */
function anchorsOf(page: string): readonly string[] {
  return [...page.replaceAll(fencedCode, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
}

function isValid(link: string, page: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? join(root, page) : join(root, dirname(page), path)
  if (!existsSync(target)) return false
  return anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor)
}

function linksIn(page: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(fencedCode, '')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^https?:/.test(link))
}

/** Paths such as `services/topology.ts`; not those of an example that a reader is to write. */
function pathsIn(page: string): readonly string[] {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(fencedCode, '')
  const named = /`((?:bench|docs|infra|schemas|services|simulator|test|tools)\/[\w./-]+)`/g
  return [...text.matchAll(named)]
    .map(([, path = '']) => path)
    .filter((path) => !path.includes('/example'))
}

/** `services/compose` stands for `services/compose.ts`, too. */
function exists(path: string): boolean {
  return existsSync(join(root, path)) || existsSync(join(root, `${path}.ts`))
}

describe('the paths', () => {
  it.each(pages)('that %s names exist', (page) => {
    expect(pathsIn(page).filter((path) => !exists(path))).toEqual([])
  })
})

describe('the links', () => {
  it('of all pages are found', () => {
    expect(pages.length).toBeGreaterThan(20)
    expect(pages.flatMap(linksIn).length).toBeGreaterThan(100)
  })

  it.each(pages)('of %s lead to an existing place', (page) => {
    expect(linksIn(page).filter((link) => !isValid(link, page))).toEqual([])
  })
})
