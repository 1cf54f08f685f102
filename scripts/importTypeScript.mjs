import { build } from 'esbuild';

/** @param {string} entry */
export async function importTypeScript(entry) {
	const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
	return import(`data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`);
}
