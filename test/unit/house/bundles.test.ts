import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';

interface Bundles {
	readonly productBundles: (production: boolean) => readonly BuildOptions[];
	readonly packagedBundles: () => readonly BuildOptions[];
}

interface Bundle {
	/** Source files that are at least partly in the bundle. */
	readonly files: readonly string[];
	readonly bytes: number;
	readonly text: string;
}

/** Size limit of the bundle that VS Code loads at every activation. A kilobyte costs about 0.1 ms. */
const maxBytesAtActivation = 11.25 * 1024;
/** Size limit of the bundle that is loaded at first use. Databases account for 20 KB, and triage for 50 KB. */
const maxBytesOfProduct = 582 * 1024;
/** Size limit of the bundled MCP SDK, which excludes the schema validator and OAuth. */
const maxBytesOfProtocol = 246 * 1024;

describe('extension host bundles', () => {
	let extension: Bundle;
	let product: Bundle;
	let cli: Bundle;
	let mcp: Bundle;
	let sample: Bundle;
	let sharing: BuildOptions | undefined;

	before(async () => {
		const scripts: Bundles = await import(pathToFileURL(resolve('scripts', 'bundles.mjs')).href);
		const bundles = scripts.productBundles(true);
		sharing = scripts.packagedBundles().find(({ splitting }) => splitting);
		extension = await bundleOf(bundles.find(({ outfile }) => outfile === 'dist/extension.js'));
		product = await bundleOf(bundles.find(({ outfile }) => outfile === 'dist/product.js'));
		cli = await bundleOf(bundles.find(({ outfile }) => outfile === 'dist/cli.js'));
		mcp = await bundleOf(bundles.find(({ outfile }) => outfile === 'dist/mcp.js'));
		sample = await bundleOf(bundles.find(({ outfile }) => outfile === 'dist/sample.js'));
	});

	it('activation bundle contains only registrations and the first-use check', () => {
		const allowed =
			/^src\/(?:extension|ids|commands\/internalCommands|activation\/\w+|shared\/disposables|vscode\/openFiles|features\/stackLinks\/traceLanguage|core\/.*)\.ts$/;
		assert.deepEqual(
			extension.files.filter((file) => file.startsWith('src/') && !allowed.test(file)),
			[],
		);
		assert.ok(extension.bytes <= maxBytesAtActivation, `${extension.bytes} bytes`);
	});

	it('excludes the definitions of commands from all bundles', () => {
		assert.deepEqual(
			[extension, product, cli]
				.flatMap(({ files }) => files)
				.filter((file) => /^src\/commands\/(?!internalC)/.test(file)),
			[],
		);
	});

	it('moves all code that activation does not need to a bundle that is loaded on first use', () => {
		assert.equal(extension.text.match(/require\("\.\/product\.js"\)/g)?.length, 1);
		assert.doesNotMatch(extension.text, /\bimport\(/);
	});

	it('keeps stack trace parsers and source code parsers out of the host bundles', () => {
		const length = 'src/core/stack/locate/outline/maxSourceLength.ts';
		const readers = /^src\/core\/stack\/(?:grammar|parse|texts|locate\/outline)\//;
		assert.deepEqual(
			[...extension.files, ...product.files].filter((file) => readers.test(file) && file !== length),
			[],
		);
	});

	it('requires the VS Code API once per bundle instead of once per source file', () => {
		for (const { text } of [extension, product]) {
			assert.equal(text.match(/require\("vscode"\)/g)?.length, 1);
		}
	});

	it('puts the MCP SDK into a separate bundle that only one command loads', () => {
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

	it('bundles the sample service without npm packages', () => {
		assert.ok(sample.files.includes('src/sample/main.ts'));
		assert.deepEqual(
			sample.files.filter((file) => file.includes('node_modules')),
			[],
		);
	});

	it('packages code only once if both the extension host and the command line use it', async () => {
		const { metafile } = await build({ ...sharing, write: false, metafile: true });
		const outputs = Object.entries(metafile?.outputs ?? {});
		const files = outputs.flatMap(([, { inputs }]) =>
			Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0),
		);
		assert.deepEqual([...new Set(files)].sort(), files.sort());
		const names = outputs.map(([name]) =>
			name.replace(/\w+\.js$/, (file) => (/^[A-Z\d]{8}\.js$/.test(file) ? '*.js' : file)),
		);
		assert.deepEqual(names.sort(), ['dist/cli.js', 'dist/product.js', 'dist/shared/*.js']);
	});

	it('loads the extension host bundles quickly', () => {
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
