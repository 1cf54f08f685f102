// Locates the file of one frame with a full-text search over the workspace: locateGrep FOLDER FILE TEXT
import { execFileSync } from 'node:child_process';

const [folder = '', file = '', text = ''] = process.argv.slice(2);
const started = performance.now();
const found = execFileSync('grep', ['-rlF', `--include=${file}`, text, folder], { encoding: 'utf8' })
	.trim()
	.split('\n');
const firstMs = performance.now() - started;
console.log(
	JSON.stringify({ firstMs, module: Number(/module(\d+)\//.exec(found[0] ?? '')?.[1] ?? -1), found: found.length }),
);
