import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';

type Bundles = { readonly productBundles: (production: boolean) => readonly BuildOptions[] };

/** The editor reads and compiles it before anything of the product is there. */
const maxBytes = 265 * 1024;

describe('The bundle of the host', () => {
	/** The files that something of is in it, and its size as it is packed (bytes). */
	let bundle: { readonly files: readonly string[]; readonly bytes: number; readonly text: string };

	before(async () => {
		const { productBundles }: Bundles = await import(pathToFileURL(resolve('scripts', 'bundles.mjs')).href);
		const options = productBundles(true).find(({ outfile }) => outfile === 'dist/extension.js');
		const { metafile, outputFiles } = await build({ ...options, write: false, metafile: true });
		const [output] = Object.values(metafile?.outputs ?? {});
		const [file] = outputFiles ?? [];
		assert.ok(output && file);
		const files = Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
		bundle = { files: files.map(([file]) => file), bytes: output.bytes, text: file.text };
	});

	it('reads neither stack traces nor sources: the engine does', () => {
		const length = 'src/core/stack/locate/outline/maxSourceLength.ts';
		const readers = /^src\/core\/stack\/(?:grammar|parse|texts|locate\/outline)\//;
		assert.deepEqual(
			bundle.files.filter((file) => readers.test(file) && file !== length),
			[],
		);
	});

	it('takes the API of the editor once, not once for each of its files', () => {
		assert.equal(bundle.text.match(/require\("vscode"\)/g)?.length, 1);
	});

	it('is quickly loaded', () => {
		assert.ok(bundle.bytes <= maxBytes, `${bundle.bytes} bytes`);
	});
});
