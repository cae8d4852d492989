import { Command } from 'commander'
import { CompletedArgument, oneOf, withExamples } from '../completes.ts'
import { similarWords, suggestion } from '../errors/suggest.ts'
import { ExitCode } from '../exit-code.ts'
import type { Output } from '../output.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

const INSTALL = `
Instalación, una sola vez; después abra otra terminal:
  bash  mkdir -p ~/.local/share/bash-completion/completions
        chasqui completion bash \\
          > ~/.local/share/bash-completion/completions/chasqui
        Sin el paquete bash-completion, esta línea en ~/.bashrc:
        source <(chasqui completion bash)
  zsh   esta línea en ~/.zshrc, después de compinit:
        source <(chasqui completion zsh)
  fish  chasqui completion fish > ~/.config/fish/completions/chasqui.fish
Repítala después de actualizar Chasqui.`

/** `chasqui completion`: the script with which a shell completes the commands, written from the tree of commands. */
export const completionCommand = (program: () => Command, output: Output): Command =>
  withExamples(
    new Command('completion')
      .description('escribe el script que completa las órdenes con la tecla Tab')
      .addArgument(new CompletedArgument('<shell>', SHELLS.join(', '), oneOf(SHELLS)))
      .addHelpText('after', INSTALL)
      .action(async (shell: string) => {
        const known = SHELLS.find((one) => one === shell)
        if (known) return output.out(await scriptFor(known, program()))
        output.err(`No hay script para ${shell}; use ${SHELLS.join(', ')}.${suggestion(similarWords(shell, SHELLS))}\n`)
        output.setExitCode(ExitCode.badInput)
      }),
    [['completion bash', 'el script de bash, para leerlo o guardarlo']],
  )

const scriptFor = async (shell: Shell, program: Command): Promise<string> => {
  const { readTree } = await import('../completion/command-tree.ts')
  const tree = readTree(program)
  if (shell === 'bash') return (await import('../completion/bash.ts')).bashScript(tree)
  if (shell === 'zsh') return (await import('../completion/zsh.ts')).zshScript(tree)
  return (await import('../completion/fish.ts')).fishScript(tree)
}
