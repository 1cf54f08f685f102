import { readFileSync } from 'node:fs';

const [file = ''] = process.argv.slice(2);
const started = performance.now();
const { data } = JSON.parse(readFileSync(file, 'utf8'));
const ms = performance.now() - started;
console.log(JSON.stringify({ ms, records: data.length, peakMb: process.resourceUsage().maxRSS / 1024 }));
