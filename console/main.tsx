import { render } from 'preact'
import { App } from './app.tsx'
import { placeNow } from './navigation.ts'
import { ROUTES } from './routes.ts'
import { takeKeyFromAddress } from './session.ts'

// Before anything is shown, so that the key is never in the address of a page that is looked at or left.
takeKeyFromAddress()
// The page's own file is on its way while the bar is drawn; the page tells when it does not arrive.
ROUTES.find(({ path }) => path === placeNow().path)
  ?.load()
  .catch(() => {})
render(<App />, document.getElementById('consola') as HTMLElement)
