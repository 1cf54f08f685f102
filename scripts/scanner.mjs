// Compiles src/core/scan/wasm to src/core/scan/scannerModule.ts, which is committed.
//     node scripts/scanner.mjs [--check]   --check writes nothing and exits with code 1 if the module is out of date
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const folder = 'src/core/scan/wasm';
const file = 'src/core/scan/scannerModule.ts';

const compiler = join(dirname(createRequire(import.meta.url).resolve('assemblyscript/package.json')), 'bin', 'asc.js');
const out = mkdtempSync(join(tmpdir(), 'app-errors-scanner-'));
const compiled = join(out, 'scanner.wasm');
// The stub runtime has no garbage collector, because the scanner manages its own memory.
const options = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];
execFileSync(process.execPath, [compiler, 'index.ts', '--baseDir', folder, ...options, '--outFile', compiled], {
	stdio: ['ignore', 'inherit', 'inherit'],
});
const text = `/** Compiled from \`wasm/\` by \`npm run scanner\`: WebAssembly in base64. */
export const scannerModule =
	'${readFileSync(compiled, 'base64')}';
`;
rmSync(out, { recursive: true });

if (!process.argv.includes('--check')) {
	writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
	console.error(`${file} is out of date: run "npm run scanner"`);
	process.exitCode = 1;
}
