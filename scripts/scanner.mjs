// Compiles src/core/scan/wasm into src/core/scan/scannerModule.ts, which is kept so that nothing but changing the
// scanner needs the compiler.
// node scripts/scanner.mjs [--check]   with --check nothing is written; a module that is out of date ends with code 1
import { readFileSync, writeFileSync } from 'node:fs';
import asc from 'assemblyscript/asc';

const folder = 'src/core/scan/wasm';
const file = 'src/core/scan/scannerModule.ts';

let compiled;
const { error, stderr } = await asc.main(
	// The runtime is a stub: the scanner manages its memory itself, and there is nothing to collect.
	[
		'index.ts',
		'--baseDir',
		folder,
		'-O3',
		'--noAssert',
		'--runtime',
		'stub',
		'--enable',
		'simd',
		'--outFile',
		'scanner.wasm',
	],
	{
		writeFile: (_name, contents) => {
			compiled = contents;
		},
	},
);
if (error) {
	console.error(stderr.toString());
	throw error;
}
const text = `/** Compiled from \`wasm/\` by \`npm run scanner\`: WebAssembly in base64. */
export const scannerModule =
	'${Buffer.from(compiled).toString('base64')}';
`;

if (!process.argv.includes('--check')) {
	writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
	console.error(`${file} is out of date: run "npm run scanner"`);
	process.exitCode = 1;
}
