import { Command } from 'commander'
import { LIST_IDS, listRow } from '../../domain/lists.ts'
import { CompletedArgument, oneOf, withExamples } from '../completes.ts'
import { similarWords, suggestion } from '../errors/suggest.ts'
import type { Output } from '../output.ts'

/** The pretend upstreams, and how one can fail; `sandbox faults` says which fault each knows. */
export const UPSTREAMS = [
  ...['taxauth-scraper', 'taxauth-tc', 'public-dni-directory', 'aggregator-a', 'aggregator-b', 'insurance-registry'],
  ...['central-bank', 'padron', 'procurement-list', 'procurement-files', ...LIST_IDS.map((id) => listRow(id).provider)],
  ...['tax-lists', 'taxauth-cpe'],
]
export const FAULTS = [
  ...['none', 'slow', 'hang', 'down', 'reset', 'truncate', 'error', 'rate-limited', 'captcha', 'firewall'],
  ...['redesigned', 'wrong-type', 'garbage', 'other-record'],
]

const BREAK_ONE = [
  'sandbox fault insurance-registry captcha --seconds 30',
  'el SOAT pide un captcha medio minuto',
] as const

/** `chasqui sandbox …`: sets and clears faults of the pretend upstreams of a running sandbox. */
export const sandboxCommand = (output: Output): Command =>
  withExamples(
    new Command('sandbox')
      .description('ensaya fallas en las fuentes simuladas de un servicio en marcha')
      .addCommand(faultsCommand(output))
      .addCommand(faultCommand(output)),
    [['sandbox faults', 'quién puede fallar, y cómo'], BREAK_ONE],
  )

/** The source or the fault that may have been meant, where a word is none of the known ones. */
const meantWords = (upstream: string, fault: string): string => {
  if (!UPSTREAMS.includes(upstream)) return suggestion(similarWords(upstream, UPSTREAMS))
  return FAULTS.includes(fault) ? '' : suggestion(similarWords(fault, FAULTS))
}

const faultsCommand = (output: Output): Command =>
  withExamples(
    new Command('faults')
      .description('muestra qué fuente simulada falla y cómo puede fallar cada una')
      .option('--json', 'salida para programas')
      .action(async ({ json }: { json?: boolean }) => {
        const { showFaults } = await import('../actions/sandbox.ts')
        await showFaults({ method: 'GET', path: '', meant: '' }, json, output)
      }),
    [['sandbox faults', 'la lista de fuentes y de fallas']],
  )

const faultCommand = (output: Output): Command =>
  withExamples(
    new Command('fault')
      .addArgument(new CompletedArgument('<fuente>', 'por ejemplo insurance-registry', oneOf(UPSTREAMS)))
      .addArgument(new CompletedArgument('<falla>', 'por ejemplo captcha, down, slow; none la quita', oneOf(FAULTS)))
      .option('--seconds <n>', 'la falla termina sola después de n segundos')
      .option('--json', 'salida para programas')
      .description('rompe una fuente simulada, o la arregla con none')
      .action(async (upstream: string, fault: string, { seconds, json }: { seconds?: string; json?: boolean }) => {
        const query = new URLSearchParams({ fault: fault === 'none' ? '' : fault, seconds: seconds ?? '' })
        const { showFaults } = await import('../actions/sandbox.ts')
        const path = `/${encodeURIComponent(upstream)}?${query}`
        await showFaults({ method: 'PUT', path, meant: meantWords(upstream, fault) }, json, output)
      }),
    [BREAK_ONE, ['sandbox fault insurance-registry none', 'la arregla']],
  )
