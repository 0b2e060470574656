export function stampedVersion(root: string): string | undefined;
