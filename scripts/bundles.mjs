// Build options of the bundles that users, tests and benchmarks run.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { projectUrl } from './packagedReadme.mjs';

/** Minimum Node.js version outside VS Code. It equals the Node.js version in the oldest supported VS Code version. */
export const leastNode = '22.19';

export const nodeTarget = `node${leastNode}`;

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

/** @param {boolean} production @returns {import('esbuild').BuildOptions} */
export function forNode(production) {
	return {
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: nodeTarget,
		minify: production,
		sourcemap: production ? false : 'linked',
		legalComments: 'none',
		logLevel: 'warning',
	};
}

// All files share one import of the VS Code API, because 90 separate imports would need too much memory and load time.
/** @type {import('esbuild').Plugin} */
const oneCopyOfTheApi = {
	name: 'one copy of the API',
	setup(build) {
		const namespace = 'api';
		build.onResolve({ filter: /^vscode$/ }, (from) =>
			from.namespace === namespace ? { path: 'vscode', external: true } : { path: 'vscode', namespace },
		);
		build.onLoad({ filter: /^vscode$/, namespace }, () => ({ contents: "export * from 'vscode';" }));
	},
};

// The file is not bundled, because VS Code provides its API only to modules that are loaded with `require`.
/** @type {import('esbuild').Plugin} */
const productApart = {
	name: 'the product apart',
	setup(build) {
		build.onResolve({ filter: /^\.\/product\.js$/ }, ({ path }) => ({ path, external: true }));
	},
};

/** @type {import('esbuild').Plugin} */
const agentsApart = {
	name: 'agents apart',
	setup(build) {
		build.onResolve({ filter: /^\.\.\/mcp\.js$/ }, () => ({ path: './mcp.js', external: true }));
	},
};

// The MCP server doesn't need the JSON Schema validation and the OAuth support of the MCP SDK.
/** @type {import('esbuild').Plugin} */
const unusedInMcpServer = {
	name: 'unused in the MCP server',
	setup(build) {
		const unused = {
			'json-schema-processors': 'module.exports = {};',
			'to-json-schema': 'const none = () => () => ({}); module.exports = new Proxy({}, { get: () => none });',
		};
		build.onLoad({ filter: /[\\/](?:json-schema-processors|to-json-schema)\.js$/ }, ({ path }) => ({
			contents: unused[/** @type {keyof typeof unused} */ (basename(path, '.js'))],
		}));
		const namespace = 'unused-in-mcp-server';
		build.onResolve({ filter: /^\.\/auth-[\w-]+\.mjs$/ }, () => ({ path: 'auth', namespace }));
		build.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({ path: 'shims', namespace }));
		const stubs = {
			auth: 'module.exports = {};',
			shims: "export { default as process } from 'node:process'; export class DefaultJsonSchemaValidator {}",
		};
		build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
			contents: stubs[/** @type {keyof typeof stubs} */ (path)],
		}));
	},
};

const undiciEntry = `
	const Dispatcher = require('./lib/dispatcher/dispatcher');
	Dispatcher.prototype.request = require('./lib/api/api-request');
	module.exports = {
		Agent: require('./lib/dispatcher/agent'),
		EnvHttpProxyAgent: require('./lib/dispatcher/env-http-proxy-agent'),
		Pool: require('./lib/dispatcher/pool'),
		buildConnector: require('./lib/core/connect'),
	};
`;

/** Modules that undici imports but App Errors doesn't use: HTTP/2, form bodies, and WebAssembly without SIMD. */
const unusedUndiciModules = [
	'dispatcher/client-h2',
	'llhttp/llhttp-wasm',
	'web/fetch/body',
	'web/fetch/formdata',
	'web/webidl',
];

// Replaces unused undici modules with stubs that throw an error. The build fails if undici no longer imports one of them.
/** @type {import('esbuild').Plugin} */
export const undiciHttp1 = {
	name: 'undici HTTP/1.1',
	setup(build) {
		const root = dirname(createRequire(import.meta.url).resolve('undici/package.json'));
		/** @type {Set<string>} */
		const replaced = new Set();
		// If this constant is defined, undici doesn't use its second, experimental HTTP parser.
		build.initialOptions.define = { ...build.initialOptions.define, esbuildDetection: 'true' };
		build.onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'undici-entry' }));
		build.onLoad({ filter: /.*/, namespace: 'undici-entry' }, () => ({ contents: undiciEntry, resolveDir: root }));
		build.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir }) => {
			if (!resolveDir.startsWith(root)) return undefined;
			const target = join(resolveDir, path).replace(/\.js$/, '');
			const unused = unusedUndiciModules.find((name) => target === join(root, 'lib', ...name.split('/')));
			if (unused === undefined) return undefined;
			replaced.add(unused);
			return { path: unused, namespace: 'undici-unused' };
		});
		// undici imports its HTTP/2 client when undici is loaded, and the other unused modules only on demand.
		build.onLoad({ filter: /.*/, namespace: 'undici-unused' }, ({ path }) => {
			const fail = `throw new Error('undici/lib/${path} is not bundled');`;
			return { contents: path === 'dispatcher/client-h2' ? `module.exports = () => { ${fail} };` : fail };
		});
		build.onEnd(() => {
			const missing = unusedUndiciModules.filter((name) => !replaced.has(name));
			const text = `undici no longer requires ${missing.join(', ')}: review unusedUndiciModules in scripts/bundles.mjs`;
			return missing.length > 0 ? { errors: [{ text }] } : undefined;
		});
	},
};

// WebAssembly is compressed before it is encoded as base64, because base64 text compresses poorly.
/** @type {import('esbuild').Plugin} */
const compressedWasm = {
	name: 'compressed WebAssembly',
	setup(build) {
		build.onLoad({ filter: /[\\/](?:scannerModule\.ts|llhttp_simd-wasm\.js)$/ }, ({ path }) => {
			const [, base64 = ''] = /'([\w+/=]{9999,})'/.exec(readFileSync(path, 'utf8')) ?? [];
			if (base64 === '') return { errors: [{ text: `${path} contains no WebAssembly in base64` }] };
			const compressed = brotliCompressSync(Buffer.from(base64, 'base64')).toString('base64');
			const bytes = `require('node:zlib').brotliDecompressSync(Buffer.from('${compressed}', 'base64'))`;
			const isScanner = path.endsWith('.ts');
			return {
				contents: isScanner
					? `export const scannerModule = ${bytes}.toString('base64');`
					: `module.exports = ${bytes};`,
			};
		});
	},
};

/** @param {boolean} production @returns {import('esbuild').BuildOptions[]} */
export function productBundles(production) {
	const node = forNode(production);
	/** @type {import('esbuild').BuildOptions} */
	const browser = { ...node, platform: 'browser', format: 'iife', target: 'es2023' };
	return [
		{
			...node,
			entryPoints: ['src/extension.ts'],
			outfile: 'dist/extension.js',
			plugins: [oneCopyOfTheApi, productApart],
			supported: { 'dynamic-import': false },
		},
		{ ...node, entryPoints: ['src/product.ts'], outfile: 'dist/product.js', plugins: [oneCopyOfTheApi] },
		{ ...node, entryPoints: ['src/engine/main.ts'], outfile: 'dist/engine.js', plugins: [undiciHttp1, compressedWasm] },
		{ ...node, entryPoints: ['src/sample/main.ts'], outfile: 'dist/sample.js' },
		{
			...node,
			entryPoints: ['src/cli/main.ts'],
			outfile: 'dist/cli.js',
			plugins: [agentsApart],
			supported: { 'dynamic-import': false },
			define: {
				packageVersion: JSON.stringify(manifest.version),
				packageUrl: JSON.stringify(projectUrl(manifest) ?? ''),
				leastNode: JSON.stringify(leastNode),
			},
		},
		{
			...node,
			entryPoints: ['src/cli/mcp.ts'],
			outfile: 'dist/mcp.js',
			plugins: [unusedInMcpServer],
		},
		{ ...browser, entryPoints: ['src/webview/results/main.ts'], outfile: 'dist/webview/results.js' },
		{ ...browser, entryPoints: ['src/webview/comparison/main.ts'], outfile: 'dist/webview/comparison.js' },
		{ ...browser, entryPoints: ['src/webview/overview/main.ts'], outfile: 'dist/webview/overview.js' },
	];
}

/** Bundles that share code in the package, so that the code is not included twice. */
const sharingBundles = ['dist/product.js', 'dist/cli.js'];

export const sharedFolder = 'dist/shared';

/** @returns {import('esbuild').BuildOptions[]} */
export function packagedBundles() {
	const bundles = productBundles(true);
	const sharing = bundles.filter(({ outfile = '' }) => sharingBundles.includes(outfile));
	const { outfile, supported, ...options } = Object.assign({}, ...sharing);
	return [
		...bundles.filter((bundle) => !sharing.includes(bundle)),
		{
			...options,
			entryPoints: Object.fromEntries(
				sharing.map(({ entryPoints, outfile = '' }) => [basename(outfile, '.js'), String(entryPoints)]),
			),
			outdir: dirname(sharedFolder),
			chunkNames: `${basename(sharedFolder)}/[hash]`,
			plugins: sharing.flatMap(({ plugins = [] }) => plugins),
			// esbuild can share code only between ES modules. The modules are converted to CommonJS scripts after the build.
			format: 'esm',
			splitting: true,
		},
	];
}

/** Returns the files that `packagedBundles` writes as modules. */
export function sharingFiles() {
	return [...sharingBundles, ...readdirSync(sharedFolder).map((name) => join(sharedFolder, name))];
}
