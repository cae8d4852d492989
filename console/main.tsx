import { render } from 'preact'
import { App } from './app.tsx'
import { takeBroughtCertificate } from './brought-certificate.ts'
import { placeNow, replaceQuestion } from './navigation.ts'
import { ROUTES } from './routes.ts'
import { takeOfferedKey } from './sign-in/tab-key.ts'

// Before anything is shown, so that the key is never in the address of a page that is looked at or left.
const brought = takeOfferedKey()
const certificate = takeBroughtCertificate()
// What an older console left in the history goes to memory.
replaceQuestion(certificate ? { enlace: certificate } : placeNow().question)
// The page's own file is on its way while the bar is drawn; the page tells when it does not arrive.
ROUTES.find(({ path }) => path === placeNow().path)
  ?.load()
  .catch(() => {})
render(<App brought={brought} />, document.getElementById('consola') as HTMLElement)
