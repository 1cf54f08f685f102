import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [file = ''] = process.argv.slice(2);
const started = performance.now();
readFileSync(file);
const ms = performance.now() - started;
let lines = 0;
const before = performance.now();
for await (const _ of createInterface({ input: createReadStream(file) })) {
	lines++;
}
console.log(JSON.stringify({ ms, lines, linesMs: performance.now() - before }));
