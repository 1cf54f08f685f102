import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';

type Bundles = { readonly productBundles: (production: boolean) => readonly BuildOptions[] };

interface Bundle {
	/** The files that something of is in it. */
	readonly files: readonly string[];
	/** Its size as it is packed. */
	readonly bytes: number;
	readonly text: string;
}

/** What the editor reads and compiles whenever it wakes the extension: some tenth of a millisecond each kilobyte. */
const maxBytesAtActivation = 11 * 1024;
/** What is read and compiled at the first use; databases, which are asked for step by step, take some 20 KB of it. */
const maxBytesOfProduct = 448 * 1024;
/** The SDK, without the validator of schemas that it would bring. */
const maxBytesOfProtocol = 150 * 1024;

describe('The bundles of the host', () => {
	let extension: Bundle;
	let product: Bundle;
	let cli: Bundle;
	let mcp: Bundle;

	before(async () => {
		const { productBundles }: Bundles = await import(pathToFileURL(resolve('scripts', 'bundles.mjs')).href);
		const bundles = productBundles(true);
		extension = await bundleOf(bundles.find(({ outfile }) => outfile === 'dist/extension.js'));
		product = await bundleOf(bundles.find(({ outfile }) => outfile === 'dist/product.js'));
		cli = await bundleOf(bundles.find(({ outfile }) => outfile === 'dist/cli.js'));
		mcp = await bundleOf(bundles.find(({ outfile }) => outfile === 'dist/mcp.js'));
	});

	it('hold nothing but registrations at activation, and what decides on the first use', () => {
		const allowed =
			/^src\/(?:extension|ids|activation\/\w+|shared\/disposables|vscode\/openFiles|features\/stackLinks\/traceLanguage|core\/.*)\.ts$/;
		assert.deepEqual(
			extension.files.filter((file) => file.startsWith('src/') && !allowed.test(file)),
			[],
		);
		assert.ok(extension.bytes <= maxBytesAtActivation, `${extension.bytes} bytes`);
	});

	it('leave the product to a file that is required at first use', () => {
		assert.equal(extension.text.match(/require\("\.\/product\.js"\)/g)?.length, 1);
		assert.doesNotMatch(extension.text, /\bimport\(/);
	});

	it('read neither stack traces nor sources: the engine does', () => {
		const length = 'src/core/stack/locate/outline/maxSourceLength.ts';
		const readers = /^src\/core\/stack\/(?:grammar|parse|texts|locate\/outline)\//;
		assert.deepEqual(
			[...extension.files, ...product.files].filter((file) => readers.test(file) && file !== length),
			[],
		);
	});

	it('take the API of the editor once, not once for each of their files', () => {
		for (const { text } of [extension, product]) {
			assert.equal(text.match(/require\("vscode"\)/g)?.length, 1);
		}
	});

	it('leave the protocol of agents to a file that one command requires', () => {
		const isSdk = (file: string) => file.includes('node_modules/@modelcontextprotocol/');
		assert.equal(cli.text.match(/require\("\.\/mcp\.js"\)/g)?.length, 1);
		assert.ok(!cli.files.some(isSdk));
		assert.ok(mcp.files.some(isSdk));
		assert.deepEqual(
			mcp.files.filter((file) => file.startsWith('src/')),
			['src/cli/mcp.ts'],
		);
		assert.ok(mcp.bytes <= maxBytesOfProtocol, `${mcp.bytes} bytes`);
	});

	it('are quickly loaded', () => {
		assert.ok(product.bytes <= maxBytesOfProduct, `${product.bytes} bytes`);
	});
});

async function bundleOf(options: BuildOptions | undefined): Promise<Bundle> {
	const { metafile, outputFiles } = await build({ ...options, write: false, metafile: true });
	const [output] = Object.values(metafile?.outputs ?? {});
	const [file] = outputFiles ?? [];
	assert.ok(output && file);
	const files = Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
	return { files: files.map(([file]) => file), bytes: output.bytes, text: file.text };
}
