/** Compiles packages whose build is out of date, by default all of them. Resolves to an exit status. */
export function build(options?: { readonly names?: readonly string[]; readonly isForUsers?: boolean }): Promise<number>;
