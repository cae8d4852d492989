import { readFileSync } from 'node:fs'

/** A block of code of a page, with the output that the page shows after it. */
export interface DocProgram {
  language: string
  code: string
  output: string | undefined
}

const FENCE = /^```(\w+)\n([\s\S]*?)^```$/gm

/** The programs of a page of `docs/`, in its order. */
export const docPrograms = (page: string): DocProgram[] => {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
  const blocks = [...text.matchAll(FENCE)].map(([, language = '', code = '']) => ({ language, code }))
  return blocks.flatMap((block, at) => {
    const next = blocks[at + 1]
    return block.language === 'text' ? [] : [{ ...block, output: next?.language === 'text' ? next.code : undefined }]
  })
}
