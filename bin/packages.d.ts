/** The paths of what a build needs, in the packages of a lock file. */
export function builderPaths(packages: Record<string, object>): Set<string>
