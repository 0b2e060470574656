/** The package with the project's own Node for this platform. */
export const NODE_PACKAGE: string;
