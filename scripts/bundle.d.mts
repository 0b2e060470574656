/** Bundles the elements for browsers into a folder; `root` is that of the project. */
export function bundle(root: string, folder: string): Promise<void>;
