// Merely reads a file, and then once more line by line: readWhole FILE
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const started = performance.now();
readFileSync(process.argv[2]);
const ms = performance.now() - started;
let lines = 0;
const before = performance.now();
for await (const _ of createInterface({ input: createReadStream(process.argv[2]) })) {
	lines++;
}
console.log(JSON.stringify({ ms, lines, linesMs: performance.now() - before }));
