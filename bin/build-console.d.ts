/** Bundles the console of a checkout when its sources changed, under a recent Node; the folder of the bundle. */
export function buildConsole(root: string, node: string | Promise<string>): Promise<string>
