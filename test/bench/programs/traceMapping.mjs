// Measures the trace-mapping library, from reading the file to the first position: traceMapping FILE
import { readFileSync } from 'node:fs';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

const [file = ''] = process.argv.slice(2);
const started = performance.now();
const map = new TraceMap(readFileSync(file, 'utf8'));
const { source } = originalPositionFor(map, { line: 1, column: 10 });
const firstMs = performance.now() - started;
if (source === null) {
	throw new Error('found nothing');
}
console.log(JSON.stringify({ firstMs, peakMb: process.resourceUsage().maxRSS / 1024 }));
