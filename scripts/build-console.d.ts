/** Bundles the console of this checkout when its sources changed; the folder of the bundle. */
export function buildConsole(): Promise<string>
