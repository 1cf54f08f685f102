/** TypeScript projects of the parts of `src`. Each folder also has the README of its part. */
export const sourceProjects: readonly string[] = ['src', 'src/engine', 'src/webview', 'src/cli', 'src/sample'];
