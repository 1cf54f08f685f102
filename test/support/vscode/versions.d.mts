/** The VS Codes that tests run in; see `versions.mjs`. */
export declare const versions: Readonly<Record<'newest' | 'floor', { readonly vscode: string }>>;
