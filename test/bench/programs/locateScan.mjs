// Locates the files of 100 frames by scanning all paths for each frame, without reading files: locateScan FOLDER
import { readdirSync } from 'node:fs';

const [folder = ''] = process.argv.slice(2);
const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.kt'));
const times = [];
for (let number = 1000; number < 1100; number++) {
	const started = performance.now();
	const name = `/screen${number}.kt`;
	const found = paths.filter((path) => path.toLowerCase().endsWith(name));
	times.push(performance.now() - started);
	if (found.length === 0) {
		throw new Error(name);
	}
}
console.log(JSON.stringify({ files: paths.length, nextMs: times.sort((a, b) => a - b)[times.length >> 1] }));
