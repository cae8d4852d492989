import { KEYS } from '../keys.ts'
import { Dialog } from './dialog.tsx'

/** The list of keys that `?` shows. */
export const KeyList = ({ onClose }: { onClose(): void }) => (
  <Dialog title="Teclas" onClose={onClose}>
    <dl class="key-list">
      {KEYS.map(({ keys, does }) => (
        <div key={does}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
