// Bundles the console, each file also compressed, so that a server only sends bytes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import { build } from 'vite'

/** uPlot asks for the browser's language as soon as it is loaded, and throws where that is none, such as `en-US@posix`. */
const ASKED_LANGUAGE = 'nav.language'
const chartLanguage = {
  name: 'chart-language',
  transform(code, id) {
    if (!/uplot.*\.js$/i.test(id)) return
    if (!code.includes(ASKED_LANGUAGE)) throw new Error('uPlot asks for its language in another way')
    return { code: code.replaceAll(ASKED_LANGUAGE, "'es-PE'"), map: null }
  },
}

/** The last seven percent of larger files (the font and the writer of PDFs) would take 3.3 s of every first start. */
const LARGE_BYTES = 256 * 1_024

export const bundleConsole = async (target) => {
  await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    // Relative addresses: the console also works behind a proxy that puts the service below a path.
    base: './',
    logLevel: 'warn',
    plugins: [chartLanguage],
    // JSX is compiled by the bundler alone; no preset is needed.
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: target,
      emptyOutDir: true,
      target: ['chrome123', 'firefox121', 'safari17.5'],
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      // What writes PDFs is fetched only when one is asked for.
      chunkSizeWarningLimit: 1_000,
    },
  })

  for (const name of readdirSync(target, { recursive: true }).filter((one) => /\.(?:html|js|css|svg|ttf)$/.test(one))) {
    const path = join(target, name)
    const bytes = readFileSync(path)
    const quality = bytes.length > LARGE_BYTES ? 9 : 11
    const params = { [zlib.BROTLI_PARAM_QUALITY]: quality, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
