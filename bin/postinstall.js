// After `npm install` of the package: fetches Node where the one at hand is too old. Whoever installs can write here; whoever runs
// Chasqui later perhaps cannot. A checkout is prepared by its first command instead.
import { isCheckout, prepare } from './prepare.js'
import { print, Refusal } from './report.js'

try {
  if (!isCheckout()) await prepare({ compiled: true })
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  // The first command tries again, and refuses with this line.
  print(error.message)
}
