import { render } from 'preact'
import { App } from './app.tsx'
import { takeKeyFromAddress } from './session.ts'

// Before anything is shown, so that the key is never in the address of a page that is looked at or left.
takeKeyFromAddress()
render(<App />, document.getElementById('consola') as HTMLElement)
